package dev.stowage.sdk;

import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.flags.HelpRequested;
import dev.stowage.flags.UsageException;
import dev.stowage.linux.Mounts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A whole driver program: command line, records, socket, metrics, orderly end.
public final class CsiServer {

    private CsiServer() {}

    /// Makes a driver that is one object and needs no flags of its own.
    @FunctionalInterface
    public interface Factory {
        Object create(Environment around) throws IOException;
    }

    /// Runs until the process is told to end, and ends it: 0 well, 1 failed, 2 called wrongly.
    @SuppressWarnings("SystemOut") // the program's own standard streams are where its user looks
    public static void main(String name, Factory factory, String[] args) {
        int status;
        try {
            status = serve(name, factory, List.of(args));
        } catch (HelpRequested e) {
            System.out.print(e.getMessage());
            status = 0;
        } catch (UsageException e) {
            System.err.println(name + ": " + e.getMessage());
            status = 2;
        } catch (IOException | RuntimeException e) {
            System.err.println(name + ": " + e.getMessage());
            status = 1;
        }
        System.exit(status);
    }

    /// Runs until the process is told to end. Calls that are under way then are finished first.
    public static int serve(String name, Factory factory, List<String> args) throws IOException {
        return serve(name, (Program) (driver, around, _) -> driver.part(factory.create(around)), args);
    }

    /// Runs until the process is told to end. Calls that are under way then are finished first.
    public static int serve(String name, Program program, List<String> args) throws IOException {
        DriverFlags flags = DriverFlags.parse(name, program, args);
        Files.createDirectories(
                flags.data(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Mounts mounts = Mounts.system();
        Driver driver = Driver.named(flags.driverName())
                .version(flags.version())
                .node(flags.nodeId())
                .maxVolumes(flags.maxVolumes())
                .place(flags.place())
                .halves(flags.halves())
                .records(flags.data().resolve("records"))
                .mounts(mounts);
        program.assemble(driver, new Environment(flags.data(), flags.nodeId(), mounts), flags.own());
        return run(driver, program, flags);
    }

    private static int run(Driver driver, Program program, DriverFlags flags) throws IOException {
        PrometheusRegistry metrics = new PrometheusRegistry();
        ServerOptions options = ServerOptions.defaults()
                .withSocketGroup(flags.socketGroup().orElse(null))
                .withDrain(flags.drain())
                .withMetrics(metrics, flags::driverName);
        try (MetricsPage _ = MetricsPage.open(flags.httpEndpoint(), metrics)) {
            SocketServer server = driver.start(flags.endpoint(), options);
            // A signal ends the virtual machine as soon as its hooks have ended: this one lets running calls finish.
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
                server.close();
                program.stopped();
            }));
            server.awaitClosed();
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }
}
