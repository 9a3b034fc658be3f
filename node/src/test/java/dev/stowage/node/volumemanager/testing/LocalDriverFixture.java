package dev.stowage.node.volumemanager.testing;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import dev.stowage.driver.LocalProgram;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A cluster, the local driver and a kubelet root directory. Everything is unmounted when it is closed.
public final class LocalDriverFixture implements AutoCloseable {
    public static final Duration SOON = Duration.ofSeconds(90);
    public static final String DRIVER = LocalProgram.LOCAL;

    private final Path home;
    private final ApiServerFixture api;
    private final DriverProcess process;
    private final SingleDriver driver;
    private final ClusterFixture cluster;
    private final KubeletPaths paths;

    public LocalDriverFixture(String... flags) throws IOException, InterruptedException {
        MountFixture.assumeRoot();
        // Socket paths must be short.
        home = Files.createTempDirectory(Path.of("/tmp"), "stowage-vol-").toRealPath();
        api = new ApiServerFixture(home);
        process = new DriverProcess(
                home.resolve("driver"), flags.length > 0 ? List.of(flags) : List.of("--pool-size=1Gi"));
        driver = new SingleDriver(DRIVER, process.socket());
        cluster = new ClusterFixture(api.api(), DRIVER);
        paths = new KubeletPaths(home.resolve("kubelet"), home.resolve("logs"));
    }

    public Path home() {
        return home;
    }

    public SingleDriver driver() {
        return driver;
    }

    public DriverProcess process() {
        return process;
    }

    public ClusterFixture cluster() {
        return cluster;
    }

    public KubeletPaths paths() {
        return paths;
    }

    public NodeContextFixture nodeContextFixture() {
        return new NodeContextFixture(cluster.api(), paths);
    }

    /// The mounts below the kubelet root directory.
    public List<Path> mounted() throws IOException {
        return Mounts.system().table().stream()
                .map(MountPoint::target)
                .filter(target -> target.startsWith(paths.root()))
                .toList();
    }

    public List<Path> folders(Path below) throws IOException {
        return Files.isDirectory(below)
                ? Directories.list(below).stream().map(below::resolve).toList()
                : List.of();
    }

    @Override
    public void close() throws IOException {
        driver.close();
        process.close();
        api.close();
        await().atMost(SOON).until(this::everythingIsGone);
        Directories.removeTree(
                requireNonNull(home.getParent()),
                requireNonNull(home.getFileName()).toString());
    }

    /// Devices first: a device in use is freed with its last mount, which frees the pool that holds its file.
    private boolean everythingIsGone() throws IOException {
        Mounts mounts = Mounts.system();
        List<LoopDevice> loops = LoopDevices.system().list().stream()
                .filter(loop -> loop.backingFile().startsWith(home + "/"))
                .toList();
        for (LoopDevice loop : loops) {
            LoopDevices.system().detach(loop);
        }
        List<MountPoint> left = mounts.table().stream()
                .filter(mount -> mount.target().startsWith(home))
                .toList();
        for (MountPoint mount : left.reversed()) {
            mounts.unmountLazily(mount.target());
        }
        return left.isEmpty() && loops.isEmpty();
    }
}
