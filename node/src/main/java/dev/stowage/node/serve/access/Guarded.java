package dev.stowage.node.serve.access;

import dev.stowage.node.Shared;
import dev.stowage.node.serve.ServeOptions;
import dev.stowage.node.serve.http.Handler;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// A server's certificate, and a door that only those pass who may.
///
/// @param handler as the one that was given, behind the door
public record Guarded(SSLContext tls, Handler handler) {

    /// Anybody may ask whether the node lives.
    private static final String OPEN_TO_ALL = "/healthz";

    public static Guarded of(Shared shared, ServeOptions options, Handler behind) throws IOException {
        var authority = new ClientAuthority(
                options.clients().isPresent()
                        ? Files.readString(options.clients().get())
                        : shared.api().certificateAuthority());
        var gate = new Gate(shared.api(), shared.node(), authority, shared.clock());
        Handler door = exchange -> {
            if (!exchange.path().equals(OPEN_TO_ALL)) {
                gate.admit(exchange);
            }
            behind.answer(exchange);
        };
        return new Guarded(ServerTls.of(identity(shared, options), authority.authorities()), door);
    }

    private static Identity identity(Shared shared, ServeOptions options) throws IOException {
        if (options.certificate().isPresent() != options.key().isPresent()) {
            throw new IOException("--tls-cert-file and --tls-private-key-file belong together; give both or neither.");
        }
        if (options.certificate().isPresent() && options.key().isPresent()) {
            return ServerIdentity.given(
                    options.certificate().get(), options.key().get());
        }
        List<String> names = Stream.of(shared.node(), "localhost", "127.0.0.1", "::1", options.address())
                .distinct()
                .toList();
        return ServerIdentity.own(
                shared.paths().journal(), shared.node(), names, shared.clock().instant());
    }
}
