package dev.stowage.sdk;

import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A driver that answers calls until it is closed.
public final class ServedDriver implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ServedDriver.class);

    private final Program program;
    private final MetricsPage page;
    private final SocketServer server;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ServedDriver(Program program, MetricsPage page, SocketServer server) {
        this.program = program;
        this.page = page;
        this.server = server;
    }

    /// @param failed hears why the driver cannot go on
    static ServedDriver start(Driver driver, Program program, DriverFlags flags, Consumer<String> failed)
            throws IOException {
        PrometheusRegistry metrics = new PrometheusRegistry();
        ServerOptions options = ServerOptions.defaults()
                .withSocketGroup(flags.socketGroup().orElse(null))
                .withDrain(flags.drain())
                .withMetrics(metrics, flags::driverName);
        MetricsPage page = MetricsPage.open(flags.httpEndpoint(), metrics, program::trouble);
        boolean listening = false;
        try {
            ServedDriver served = new ServedDriver(program, page, driver.start(flags.endpoint(), options));
            try {
                program.listening(
                        new Listening(flags.driverName(), flags.endpoint(), metrics, why -> {
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

    /// Calls that are under way are finished. What is mounted stays mounted.
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            program.ending();
            server.close();
            program.stopped();
            page.close();
        }
    }
}
