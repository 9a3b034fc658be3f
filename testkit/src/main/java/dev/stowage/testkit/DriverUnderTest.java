package dev.stowage.testkit;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.CsiEndpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The driver's socket and the options of the suite. Only the socket is required; everything else has a
/// default.
///
/// ```java
/// DriverUnderTest.at(socket).directory(work).local().restart(this::killAndStart)
/// ```
public final class DriverUnderTest {

    private static final long MEBIBYTE = 1 << 20;

    private final Path socket;
    private Path nodeSocket;
    private Path folder = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    private boolean local;
    private boolean brief;
    private Optional<String> noGrowthWhenMounted = Optional.empty();
    private Optional<Restart> restart = Optional.empty();
    private long volumeBytes = 64 * MEBIBYTE;
    private long expandedBytes = 128 * MEBIBYTE;
    private String fsType = "";
    private Map<String, String> parameters = Map.of();
    private Map<String, String> mutableParameters = Map.of();
    private Map<String, String> snapshotParameters = Map.of();
    private Map<String, String> groupSnapshotParameters = Map.of();
    private Map<String, String> secrets = Map.of();
    private Duration deadline = Duration.ofSeconds(60);

    private DriverUnderTest(Path socket) {
        this.socket = requireNonNull(socket, "socket");
        this.nodeSocket = socket;
    }

    /// Stops the driver (preferably with SIGKILL) and restarts it on the same socket with the same data.
    @FunctionalInterface
    public interface Restart {
        void now() throws Exception;
    }

    /// A driver that serves all its services at this endpoint, `unix:///path/to/csi.sock`.
    public static DriverUnderTest at(String endpoint) {
        return at(CsiEndpoint.parse(endpoint).socket());
    }

    /// A driver that serves all its services on this Unix socket.
    public static DriverUnderTest at(Path socket) {
        return new DriverUnderTest(socket);
    }

    /// The socket of the node service, when that is a separate process.
    public DriverUnderTest nodeSocket(Path path) {
        nodeSocket = requireNonNull(path, "path");
        return this;
    }

    /// An existing directory in which the suite creates staging and target paths.
    public DriverUnderTest directory(Path path) {
        folder = requireNonNull(path, "path").toAbsolutePath();
        return this;
    }

    /// The driver mounts volumes, and this process sees the mounts: mount points, data and devices are checked
    /// too.
    public DriverUnderTest local() {
        local = true;
        return this;
    }

    /// Runs the rules once, without repeated and concurrent calls: for another variant of a driver that was
    /// checked completely.
    public DriverUnderTest brief() {
        brief = true;
        return this;
    }

    /// Mounted file systems cannot be expanded here, for a reason other than the driver.
    public DriverUnderTest growsOnlyUnmounted(String why) {
        noGrowthWhenMounted = Optional.of(why);
        return this;
    }

    /// Lets the suite check what survives a restart of the driver.
    public DriverUnderTest restart(Restart hook) {
        restart = Optional.of(hook);
        return this;
    }

    /// The size of new volumes, and the size after expansion; by default 64 and 128 MiB.
    public DriverUnderTest sizes(long volume, long expanded) {
        if (volume < 2 || expanded <= volume) {
            throw new IllegalArgumentException(
                    "sizes(" + volume + ", " + expanded + "): the expanded size has to be the larger one");
        }
        volumeBytes = volume;
        expandedBytes = expanded;
        return this;
    }

    /// File system to request; empty leaves it to the driver.
    public DriverUnderTest fsType(String type) {
        fsType = requireNonNull(type, "type");
        return this;
    }

    /// Sent with every CreateVolume.
    public DriverUnderTest parameters(Map<String, String> values) {
        parameters = Map.copyOf(values);
        return this;
    }

    /// Valid parameters for ControllerModifyVolume; without them a successful modification is not checked.
    public DriverUnderTest mutableParameters(Map<String, String> values) {
        mutableParameters = Map.copyOf(values);
        return this;
    }

    /// Sent with every CreateSnapshot.
    public DriverUnderTest snapshotParameters(Map<String, String> values) {
        snapshotParameters = Map.copyOf(values);
        return this;
    }

    /// Sent with every CreateVolumeGroupSnapshot.
    public DriverUnderTest groupSnapshotParameters(Map<String, String> values) {
        groupSnapshotParameters = Map.copyOf(values);
        return this;
    }

    /// Sent with every call that can carry secrets.
    public DriverUnderTest secrets(Map<String, String> values) {
        secrets = Map.copyOf(values);
        return this;
    }

    /// The timeout of one call; by default one minute.
    public DriverUnderTest deadline(Duration limit) {
        deadline = requireNonNull(limit, "limit");
        return this;
    }

    Path socket() {
        return socket;
    }

    Path nodeSocket() {
        return nodeSocket;
    }

    Path directory() {
        return folder;
    }

    boolean isLocal() {
        return local;
    }

    boolean isBrief() {
        return brief;
    }

    Optional<String> noGrowthWhenMounted() {
        return noGrowthWhenMounted;
    }

    Optional<Restart> restart() {
        return restart;
    }

    long volumeBytes() {
        return volumeBytes;
    }

    long expandedBytes() {
        return expandedBytes;
    }

    String fsType() {
        return fsType;
    }

    Map<String, String> parameters() {
        return parameters;
    }

    Map<String, String> mutableParameters() {
        return mutableParameters;
    }

    Map<String, String> snapshotParameters() {
        return snapshotParameters;
    }

    Map<String, String> groupSnapshotParameters() {
        return groupSnapshotParameters;
    }

    Map<String, String> secrets() {
        return secrets;
    }

    Duration deadline() {
        return deadline;
    }
}
