package dev.stowage.node.volumemanager.testing;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.testing.ApiServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A cluster, a scripted driver, and a kubelet root directory.
public final class ScriptedDriverFixture implements AutoCloseable {
    public static final String DRIVER = "scripted.example.com";

    private final Path home;
    private final ApiServerFixture api;
    private final ScriptedDriver script;
    private final SingleDriver driver;
    private final ClusterFixture cluster;
    private final KubeletPaths paths;

    public ScriptedDriverFixture(NodeServiceCapability.RPC.Type... capabilities)
            throws IOException, InterruptedException {
        home = Files.createTempDirectory(Path.of("/tmp"), "stowage-vol-").toRealPath();
        api = new ApiServerFixture(home);
        script = new ScriptedDriver(home.resolve("csi.sock"), capabilities);
        driver = new SingleDriver(DRIVER, home.resolve("csi.sock"));
        cluster = new ClusterFixture(api.api(), DRIVER);
        paths = new KubeletPaths(home.resolve("kubelet"), home.resolve("logs"));
    }

    public Path home() {
        return home;
    }

    public ScriptedDriver script() {
        return script;
    }

    public SingleDriver driver() {
        return driver;
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

    @Override
    public void close() throws IOException {
        driver.close();
        script.close();
        api.close();
        List<MountPoint> left = Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(home))
                .toList();
        for (MountPoint mount : left.reversed()) {
            Mounts.system().unmountLazily(mount.target());
        }
        Directories.removeTree(
                requireNonNull(home.getParent()),
                requireNonNull(home.getFileName()).toString());
    }
}
