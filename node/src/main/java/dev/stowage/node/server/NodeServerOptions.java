package dev.stowage.node.server;

import java.nio.file.Path;
import java.util.Optional;

/// How the node server is reached.
///
/// @param certificate its certificate; empty for a self-signed one
/// @param key the private key of the certificate
/// @param clients the authority of client certificates
public record NodeServerOptions(
        String address, int port, Optional<Path> certificate, Optional<Path> key, Optional<Path> clients) {}
