package dev.stowage.driver.mounter;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.mounter.daemon.DaemonProcess;
import dev.stowage.driver.mounter.protocol.MounterClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The mounter in its own JVM, with the shares of one file. When it is closed, its daemons are ended, too.
public final class MounterProcess implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(60);
    private final Path home;
    private final List<String> flags;
    private Process process;

    private MounterProcess(Path home, List<String> flags) throws IOException {
        this.home = home;
        this.flags = flags;
        this.process = launch();
    }

    public static void assumeBindfs() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bindfs")), "bindfs is not installed");
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel offers no FUSE");
    }

    /// @param home where its socket, its data and its configuration go
    /// @param sources the JSON of each source, by the name of its pool
    public static MounterProcess start(Path home, Map<String, String> sources) throws IOException {
        return start(home, sources, List.of());
    }

    /// @param flags in addition to those that every mounter needs
    static MounterProcess start(Path home, Map<String, String> sources, List<String> flags) throws IOException {
        StringBuilder pools = new StringBuilder();
        sources.forEach(
                (name, source) -> pools.append(pools.isEmpty() ? "" : ",\n").append(pool(home, name, source)));
        Files.writeString(home.resolve("pools.json"), "{\"pools\": [" + pools + "]}");
        MounterProcess mounter = new MounterProcess(home, flags);
        mounter.awaitListening();
        return mounter;
    }

    /// The pool on a share, for a driver that has other pools too.
    public static String pool(Path home, String name, String source) {
        return "{\"name\": \"%s\", \"backend\": \"shared\", \"directory\": \"%s\", \"source\": %s}"
                .formatted(name, home.resolve("shares").resolve(name), source);
    }

    /// The source that shows a directory.
    public static String bindfs(Path original) {
        return "{\"type\": \"fuse\", \"argv\": [\"/usr/bin/bindfs\", \"-f\", \"%s\", \"{mountPoint}\"]}"
                .formatted(original);
    }

    /// For a driver that uses the shares.
    public List<String> driverFlags() {
        return List.of("--config=" + home.resolve("pools.json"), endpointFlag());
    }

    /// For a driver whose configuration has more than the shares.
    public String endpointFlag() {
        return "--mounter-endpoint=" + socket();
    }

    public MounterClient client() {
        return MounterClient.at(socket());
    }

    private Path socket() {
        return home.resolve("mounter.sock");
    }

    private Path log() {
        return home.resolve("mounter.log");
    }

    /// The pid of the daemon of a share, as recorded; 0 while there is none.
    public long daemon(String share) throws IOException {
        return Optional.ofNullable(records().all().get(share))
                .flatMap(MountRecord::daemon)
                .map(DaemonProcess::pid)
                .orElse(0L);
    }

    /// Everything that serves a share now, recorded or not.
    List<ProcessHandle> daemons(String share) {
        String directory = home.resolve("shares").resolve(share).toString();
        return ProcessHandle.allProcesses()
                .filter(each -> GlusterServer.commandLine(each).contains(directory + "\0"))
                .toList();
    }

    MountRecords records() {
        return MountRecords.in(home.resolve("mounter"));
    }

    /// Sets at which step from now on it dies; see `KillPoint`.
    void order(String order) throws IOException {
        Path next = orders().resolveSibling("orders.new");
        Files.writeString(next, order);
        Files.move(next, orders(), StandardCopyOption.ATOMIC_MOVE);
    }

    void withdrawOrder() throws IOException {
        Files.deleteIfExists(orders());
    }

    private Path orders() {
        return home.resolve("orders");
    }

    /// @return its exit status
    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /// Whether it has ended within the time.
    boolean ends(Duration within) throws InterruptedException {
        return process.waitFor(within.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Kills it, and starts it again.
    public void restart() throws IOException {
        process.destroyForcibly().onExit().join();
        process = launch();
        awaitListening();
    }

    /// Requests a shutdown.
    ///
    /// @return whether it ended within the time
    public boolean terminate(Duration within) throws InterruptedException {
        process.destroy();
        return ends(within);
    }

    private Process launch() throws IOException {
        Files.deleteIfExists(socket());
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-Dstowage.kill-order=" + orders(),
                "-cp",
                requireNonNull(System.getProperty("java.class.path")),
                MounterMain.class.getName(),
                "--config=" + home.resolve("pools.json"),
                "--data=" + home.resolve("mounter"),
                "--endpoint=unix://" + socket()));
        line.addAll(flags);
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private void awaitListening() throws IOException {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(socket()) || !process.isAlive());
        if (!process.isAlive()) {
            throw new IOException("the mounter ended; its log says:\n" + Files.readString(log()));
        }
    }

    /// Ends what this test has started: processes with one of the recorded tokens.
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        for (MountRecord each : records().all().values()) {
            var running = each.running();
            if (running.isPresent()) {
                running.get().kill();
            }
        }
    }
}
