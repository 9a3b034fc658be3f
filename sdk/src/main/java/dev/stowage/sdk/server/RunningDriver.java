package dev.stowage.sdk.server;

import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A driver that answers calls until it is closed.
public final class RunningDriver implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RunningDriver.class);

    private final DriverProgram driverProgram;
    private final HttpEndpoint page;
    private final SocketServer server;
    private final AtomicBoolean closed = new AtomicBoolean();

    private RunningDriver(DriverProgram driverProgram, HttpEndpoint page, SocketServer server) {
        this.driverProgram = driverProgram;
        this.page = page;
        this.server = server;
    }

    /// @param failed receives the reason when the driver cannot continue
    static RunningDriver start(Driver driver, DriverProgram driverProgram, DriverFlags flags, Consumer<String> failed)
            throws IOException {
        PrometheusRegistry metrics = new PrometheusRegistry();
        ServerOptions options = ServerOptions.defaults()
                .withSocketGroup(flags.socketGroup().orElse(null))
                .withDrain(flags.drain())
                .withMetrics(metrics, flags::driverName);
        HttpEndpoint page = HttpEndpoint.open(flags.httpEndpoint(), metrics, driverProgram::unhealthyReason);
        boolean listening = false;
        try {
            RunningDriver served = new RunningDriver(driverProgram, page, driver.start(flags.endpoint(), options));
            try {
                driverProgram.listening(
                        new ServingContext(flags.driverName(), flags.endpoint(), metrics, why -> {
                            log.error("Ending: {}.", why);
                            failed.accept(why);
                        }),
                        flags.own());
                listening = true;
                return served;
            } finally {
                if (!listening) {
                    served.close();
                }
            }
        } finally {
            if (!listening) {
                page.close();
            }
        }
    }

    void stopServing() {
        server.close();
    }

    void awaitEnd() throws InterruptedException {
        server.awaitClosed();
    }

    /// Running calls finish first. Mounts stay mounted.
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            driverProgram.ending();
            server.close();
            driverProgram.stopped();
            page.close();
        }
    }
}
