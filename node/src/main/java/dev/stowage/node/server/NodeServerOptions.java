package dev.stowage.node.server;

import java.nio.file.Path;
import java.util.Optional;

/// How the node's own server is reached.
///
/// @param certificate its certificate; when there is none it makes one for itself
/// @param key the key to it
/// @param clients who signs the certificates of those who may ask
public record NodeServerOptions(
        String address, int port, Optional<Path> certificate, Optional<Path> key, Optional<Path> clients) {}
