package dev.stowage.interop.driver;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LoopDevices;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.process.UninterruptedCleanup;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A driver that runs as a separate process, can be killed as a crash would kill it, and started again on its data.
public final class DriverProcess implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration LAST_MOMENTS = Duration.ofSeconds(20);

    private final TestedDriver driver;
    private final Path home;
    private final Path logs;
    private Daemon daemon;

    private DriverProcess(TestedDriver driver, Path home, Path logs) throws IOException {
        this.driver = driver;
        this.home = home;
        this.logs = logs;
        this.daemon = launch();
    }

    /// Starts it and waits until it listens. The workspace stops it.
    public static DriverProcess start(SuiteWorkspace workspace, TestedDriver driver)
            throws IOException, InterruptedException {
        Path home = workspace.directory(driver.name());
        Files.createDirectories(home.resolve("data"));
        driver.preparation().prepare(workspace, home);
        DriverProcess process = workspace.own(new DriverProcess(driver, home, workspace.logs()));
        process.awaitListening();
        return process;
    }

    /// The directory for everything of this driver: its data, and what is mounted by it.
    public Path home() {
        return home;
    }

    public Path data() {
        return home.resolve("data");
    }

    public Path socket() {
        return home.resolve("csi.sock");
    }

    public String endpoint() {
        return "unix://" + socket();
    }

    public void requireAlive() throws IOException {
        daemon.requireAlive();
    }

    /// Sends SIGKILL, without any cleanup.
    public void kill() throws InterruptedException {
        daemon.kill();
    }

    /// A new process on the data, the mounts and the socket file that the killed one left.
    public void startAgain() throws IOException, InterruptedException {
        daemon = launch();
        awaitListening();
    }

    public void ensureRunning() throws IOException, InterruptedException {
        if (!daemon.alive()) {
            startAgain();
        }
    }

    private Daemon launch() throws IOException {
        return Daemon.start(
                driver.name(), logs, StowageProgram.argv(driver.arguments().of(endpoint(), data())));
    }

    /// Connects: a killed driver leaves its socket file behind, so the file alone is not enough.
    private void awaitListening() throws IOException, InterruptedException {
        Await.until("listening of " + driver.name(), SOON, List.of(daemon), () -> {
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                return channel.connect(UnixDomainSocketAddress.of(socket()));
            }
        });
    }

    /// Stops it gracefully and reports its leftovers.
    ///
    /// @return remaining mounts and loop devices, although the driver had no volumes left
    public List<String> end() throws IOException, InterruptedException {
        daemon.close(SOON);
        List<String> left = new ArrayList<>();
        MountPoints.beneath(home).stream()
                .filter(point -> !point.equals(home.resolve("share")))
                .forEach(point -> left.add("mount " + point));
        if (left.isEmpty()) {
            awaitNoDevices();
        }
        LoopDevices.over(home).forEach(device -> left.add("loop device " + device));
        return left;
    }

    /// A device that another process was reading disappears a moment after the driver released it.
    private void awaitNoDevices() throws InterruptedException {
        try {
            Await.until(
                    "the end of the devices",
                    LAST_MOMENTS,
                    List.of(),
                    () -> LoopDevices.over(home).isEmpty());
        } catch (IOException _) {
            // They are reported as left over.
        }
    }

    /// Mounts of a failed run would keep the workspace from deleting its directory. Devices first: a device in
    /// use is freed with its last mount, which frees the pool that holds its file.
    @Override
    public void close() throws IOException {
        daemon.close();
        UninterruptedCleanup.run(() -> LoopDevices.freeOver(home));
        UninterruptedCleanup.run(() -> MountPoints.removeBeneath(home));
    }
}
