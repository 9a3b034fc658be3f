package dev.stowage.cli.up;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.cli.up.instance.PortHolder;
import java.io.IOException;
import java.net.BindException;

/// Starts the API server of a cluster.
final class UpApiServer {

    private UpApiServer() {}

    static EmbeddedApi start(UpOptions options) throws IOException, InterruptedException {
        try {
            return EmbeddedApi.start(EmbeddedApiOptions.in(options.api())
                    .port(options.port())
                    .eventTtl(options.eventTtl())
                    .withResourceMetrics());
        } catch (IOException e) {
            if (!isPortTaken(e)) {
                throw e;
            }
            String holder = PortHolder.of(options.port()).orElse("another process");
            throw new IOException(
                    "cannot start the API server: port " + options.port() + " is in use by " + holder
                            + " (set another one with --port, or 0 for any free port)",
                    e);
        }
    }

    private static boolean isPortTaken(Throwable failure) {
        return failure instanceof BindException || (failure.getCause() != null && isPortTaken(failure.getCause()));
    }
}
