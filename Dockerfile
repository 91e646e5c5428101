# Both stages stand on the same Debian, so that the program finds the libc it was linked to.
# Build with:  docker build -t theaterkeller .
# Run with:    docker run -d --name theaterkeller -p 4000:4000 -v theaterkeller:/zustand theaterkeller

FROM rust:1-slim-trixie AS bau
# SQLite is compiled from its source, which takes a C compiler.
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /bau
COPY Cargo.toml Cargo.lock ./
COPY src src
# cargo wants to see every target that Cargo.toml names; tests and benches themselves stay outside.
RUN mkdir tests benches && touch tests/alle.rs \
    && for bench in $(grep -A1 '^\[\[bench]]' Cargo.toml | sed -n 's/^name = "\(.*\)"$/\1/p'); do touch "benches/$bench.rs"; done \
    && cargo build --release --locked --bin theaterkeller

FROM debian:trixie-slim
# Zone files, so that -e TZ=Europe/Vienna has an effect.
RUN apt-get update \
    && apt-get install -y --no-install-recommends tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 4000 --no-create-home theaterkeller \
    && install -d -o theaterkeller -g theaterkeller -m 700 /zustand
COPY --from=bau /bau/target/release/theaterkeller /usr/local/bin/theaterkeller
COPY config.toml /etc/theaterkeller/config.toml
COPY data /usr/share/theaterkeller/data
COPY LICENSE LICENSE-MIT LICENSE-APACHE /usr/share/doc/theaterkeller/
USER theaterkeller
WORKDIR /zustand
VOLUME /zustand
EXPOSE 4000
# Greets as a caller would be greeted, and looks whether the house can write.
HEALTHCHECK --interval=30s --timeout=15s --start-period=10s \
    CMD ["theaterkeller", "health", "--config", "/etc/theaterkeller/config.toml", \
         "--listen", "127.0.0.1:4000", "--set", "kennzahlen.adressen=127.0.0.1:4040"]
# SIGTERM closes the house within ten seconds; Docker's own patience is as long.
STOPSIGNAL SIGTERM
ENTRYPOINT ["theaterkeller"]
CMD ["serve", "--listen", "0.0.0.0:4000", "--config", "/etc/theaterkeller/config.toml", \
     "--data", "/usr/share/theaterkeller/data", "--state", "/zustand", \
     "--set", "kennzahlen.adressen=127.0.0.1:4040"]
