package dev.stowage.node.server;

import dev.stowage.http.server.HttpHandler;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.server.auth.ClientCa;
import dev.stowage.node.server.auth.DelegatedAuth;
import dev.stowage.node.server.auth.ServerTlsContext;
import dev.stowage.node.server.auth.ServingCertificate;
import dev.stowage.x509.CertificateKeyPair;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// A server's certificate, and a door that only those pass who may.
///
/// @param httpHandler as the one that was given, behind the door
public record ServerSecurity(SSLContext tls, HttpHandler httpHandler) {

    /// Anybody may ask whether the node lives.
    private static final String OPEN_TO_ALL = "/healthz";

    public static ServerSecurity of(NodeContext nodeContext, NodeServerOptions options, HttpHandler behind)
            throws IOException {
        var authority = new ClientCa(
                options.clients().isPresent()
                        ? Files.readString(options.clients().get())
                        : nodeContext.api().certificateAuthority());
        var delegatedAuth = new DelegatedAuth(nodeContext.api(), nodeContext.node(), authority, nodeContext.clock());
        HttpHandler door = httpExchange -> {
            if (!httpExchange.path().equals(OPEN_TO_ALL)) {
                delegatedAuth.authorize(httpExchange);
            }
            behind.handle(httpExchange);
        };
        return new ServerSecurity(ServerTlsContext.of(identity(nodeContext, options), authority.authorities()), door);
    }

    private static CertificateKeyPair identity(NodeContext nodeContext, NodeServerOptions options) throws IOException {
        if (options.certificate().isPresent() != options.key().isPresent()) {
            throw new IOException("--tls-cert-file and --tls-private-key-file belong together; give both or neither.");
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
