package dev.stowage.sdk.server;

import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.UsageException;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/// A whole driver program: command line, records, socket, metrics, orderly shutdown. Drivers start here.
public final class CsiServer {

    /// How long a shutdown waits for a driver that is still starting.
    private static final Duration OPENING = Duration.ofSeconds(5);

    private CsiServer() {}

    /// Creates a driver that is a single object without its own flags.
    @FunctionalInterface
    public interface Factory {
        Object create(DriverEnvironment environment) throws IOException;
    }

    /// Serves until SIGTERM, then exits: 0 success, 1 failure, 2 usage error.
    @SuppressWarnings("SystemOut") // a program reports to its user on the standard streams
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

    /// Serves until SIGTERM. Running calls finish first.
    public static int serve(String name, Factory factory, List<String> args) throws IOException {
        return serve(name, (DriverProgram) (driver, environment, _) -> driver.part(factory.create(environment)), args);
    }

    /// Serves until SIGTERM. Running calls finish first.
    public static int serve(String name, DriverProgram driverProgram, List<String> args) throws IOException {
        AtomicBoolean failed = new AtomicBoolean();
        CompletableFuture<RunningDriver> serving = new CompletableFuture<>();
        // A signal ends the JVM as soon as its shutdown hooks have ended: this one lets running calls
        // finish. It is there before the first of them can come.
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
            serving.cancel(false); // the shutdown hook must not wait for a driver that failed to start
        }
    }

    private static void closeWhenOpen(CompletableFuture<RunningDriver> serving) {
        try {
            serving.get(OPENING.toNanos(), TimeUnit.NANOSECONDS).close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            // Nothing was served, so no call is running.
        }
    }

    /// Like `serve`, as part of a process that the caller ends.
    ///
    /// @param failed receives the reason when the driver cannot continue; it must still be closed then
    public static RunningDriver open(
            String name, DriverProgram driverProgram, List<String> args, Consumer<String> failed) throws IOException {
        DriverFlags flags = DriverFlags.parse(name, driverProgram, args);
        ensureDirectory(flags.data());
        DriverEnvironment environment = new DriverEnvironment(
                flags.data(), flags.nodeId(), flags.topology(), flags.services(), Mounts.system());
        Driver driver = Driver.named(flags.driverName())
                .version(flags.version())
                .node(flags.nodeId())
                .maxVolumes(flags.maxVolumes())
                .topology(flags.topology())
                .serve(flags.services())
                .records(environment.records())
                .mounts(environment.mounts());
        driverProgram.assemble(driver, environment, flags.own());
        return RunningDriver.start(driver, driverProgram, flags, failed);
    }

    private static void ensureDirectory(Path data) throws IOException {
        try {
            Files.createDirectories(
                    data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileSystemException e) {
            String why = switch (e) {
                case AccessDeniedException _ -> "permission denied";
                case FileAlreadyExistsException _ -> "it is a file, not a directory";
                default -> e.getReason() == null ? "it cannot be created" : e.getReason();
            };
            throw new IOException(
                    "cannot use data directory " + data + ": " + why + " (set another one with --data)", e);
        }
    }
}
