package dev.stowage.node.server;

import dev.stowage.http.server.HttpHandler;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.server.auth.ClientCa;
import dev.stowage.node.server.auth.DelegatedAuth;
import dev.stowage.node.server.auth.ServingCertificate;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// The TLS certificate of a server, and a handler that serves authorized requests only.
///
/// @param handler authorizes each request before it calls the given handler
public record ServerSecurity(SSLContext tls, HttpHandler handler) {

    /// The health check needs no credentials.
    private static final String UNPROTECTED_PATH = "/healthz";

    public static ServerSecurity of(NodeContext nodeContext, NodeServerOptions options, HttpHandler handler)
            throws IOException {
        var authority = new ClientCa(
                options.clients().isPresent()
                        ? Files.readString(options.clients().get())
                        : nodeContext.api().certificateAuthority());
        var delegatedAuth = new DelegatedAuth(nodeContext.api(), nodeContext.node(), authority, nodeContext.clock());
        HttpHandler authorizing = exchange -> {
            if (!exchange.path().equals(UNPROTECTED_PATH)) {
                delegatedAuth.authorize(exchange);
            }
            handler.handle(exchange);
        };
        try {
            SSLContext tls = TlsContexts.server(certificate(nodeContext, options), authority.authorities());
            return new ServerSecurity(tls, authorizing);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot set up TLS for the node server: " + e.getMessage(), e);
        }
    }

    private static CertificateKeyPair certificate(NodeContext nodeContext, NodeServerOptions options)
            throws IOException {
        if (options.certificate().isPresent() != options.key().isPresent()) {
            throw new IOException(
                    "--tls-cert-file and --tls-private-key-file must be set together (set both or neither)");
        }
        if (options.certificate().isPresent() && options.key().isPresent()) {
            return ServingCertificate.fromFiles(
                    options.certificate().get(), options.key().get());
        }
        List<String> names = Stream.of(nodeContext.node(), "localhost", "127.0.0.1", "::1", options.address())
                .distinct()
                .toList();
        return ServingCertificate.selfSigned(
                nodeContext.paths().journal(),
                nodeContext.node(),
                names,
                nodeContext.clock().instant());
    }
}
