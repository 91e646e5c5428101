#!/usr/bin/env python3
"""Baut theaterkeller.xml und theaterkeller.mpackage aus theaterkeller.lua und config.lua."""
import pathlib
import xml.sax.saxutils
import zipfile

HIER = pathlib.Path(__file__).resolve().parent

XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE MudletPackage>
<MudletPackage version="1.001">
    <ScriptPackage>
        <Script isActive="yes" isFolder="no">
            <name>theaterkeller</name>
            <packageName></packageName>
            <script>{script}</script>
            <eventHandlerList />
        </Script>
    </ScriptPackage>
</MudletPackage>
"""


def main() -> None:
    script = xml.sax.saxutils.escape((HIER / "theaterkeller.lua").read_text("utf-8"))
    (HIER / "theaterkeller.xml").write_text(XML.format(script=script), "utf-8")
    with zipfile.ZipFile(HIER / "theaterkeller.mpackage", "w", zipfile.ZIP_DEFLATED) as paket:
        for name in ("config.lua", "theaterkeller.xml"):
            paket.write(HIER / name, name)


if __name__ == "__main__":
    main()
