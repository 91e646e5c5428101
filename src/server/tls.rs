//! Certificate and key of the TLS door: read at the start and on SIGHUP. Knows no connection.

use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::config::Tls;

/// Reads both files. Errors: one German sentence.
pub(super) fn load(tls: &Tls) -> Result<TlsAcceptor, String> {
    let cert_file = tls.zertifikat.display();
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&tls.zertifikat)
        .and_then(Iterator::collect)
        .map_err(|e| format!("Das Zertifikat {cert_file} lässt sich nicht lesen ({e})."))?;
    if chain.is_empty() {
        return Err(format!("In {cert_file} steht kein Zertifikat."));
    }
    let key = PrivateKeyDer::from_pem_file(&tls.schluessel).map_err(|e| {
        format!("Der Schlüssel {} lässt sich nicht lesen ({e}).", tls.schluessel.display())
    })?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|b| b.with_no_client_auth().with_single_cert(chain, key))
        .map_err(|e| format!("Zertifikat und Schlüssel passen nicht ({e})."))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
