package dev.stowage.sdk.server;

import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.UsageException;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A whole driver program: command line, records, socket, metrics, orderly end.
public final class CsiServer {

    /// How long a driver that is told to end while it starts may take to have started.
    private static final Duration OPENING = Duration.ofSeconds(5);

    private CsiServer() {}

    /// Makes a driver that is one object and needs no flags of its own.
    @FunctionalInterface
    public interface Factory {
        Object create(DriverEnvironment environment) throws IOException;
    }

    /// Runs until the process is told to end, and ends it: 0 well, 1 failed, 2 called wrongly.
    @SuppressWarnings("SystemOut") // the program's own standard streams are where its user looks
    public static void main(String name, Factory factory, String[] args) {
        int status;
        try {
            status = serve(name, factory, List.of(args));
        } catch (HelpRequestedException e) {
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
        return serve(name, (DriverProgram) (driver, environment, _) -> driver.part(factory.create(environment)), args);
    }

    /// Runs until the process is told to end. Calls that are under way then are finished first.
    public static int serve(String name, DriverProgram driverProgram, List<String> args) throws IOException {
        AtomicBoolean failed = new AtomicBoolean();
        CompletableFuture<RunningDriver> serving = new CompletableFuture<>();
        // A signal ends the virtual machine as soon as its hooks have ended: this one lets running calls finish. It is
        // there before the first of them can come.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> closeWhenOpen(serving)));
        try (RunningDriver served = open(name, driverProgram, args, why -> {
            failed.set(true);
            Thread.startVirtualThread(() -> serving.join().stopServing());
        })) {
            serving.complete(served);
            served.awaitEnd();
            return failed.get() ? 1 : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            serving.cancel(false); // what could not be opened is not waited for
        }
    }

    private static void closeWhenOpen(CompletableFuture<RunningDriver> serving) {
        try {
            serving.get(OPENING.toNanos(), TimeUnit.NANOSECONDS).close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            // Nothing was served, so nothing is under way.
        }
    }

    /// The same as a part of a process that somebody else ends.
    ///
    /// @param failed hears why the driver cannot go on; it is still to be closed then
    public static RunningDriver open(
            String name, DriverProgram driverProgram, List<String> args, Consumer<String> failed) throws IOException {
        DriverFlags flags = DriverFlags.parse(name, driverProgram, args);
        Files.createDirectories(
                flags.data(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Mounts mounts = Mounts.system();
        Driver driver = Driver.named(flags.driverName())
                .version(flags.version())
                .node(flags.nodeId())
                .maxVolumes(flags.maxVolumes())
                .topology(flags.topology())
                .halves(flags.halves())
                .records(flags.data().resolve("records"))
                .mounts(mounts);
        driverProgram.assemble(driver, new DriverEnvironment(flags.data(), flags.nodeId(), mounts), flags.own());
        return RunningDriver.start(driver, driverProgram, flags, failed);
    }
}
