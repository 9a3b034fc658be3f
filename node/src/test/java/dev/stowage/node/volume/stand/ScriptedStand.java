package dev.stowage.node.volume.stand;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.ground.ApiGround;
import dev.stowage.node.place.KubeletPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A cluster, a driver that does what a test says, and a kubelet's folder.
public final class ScriptedStand implements AutoCloseable {
    public static final String DRIVER = "scripted.example.com";

    private final Path home;
    private final ApiGround api;
    private final ScriptedDriver script;
    private final SocketDriver driver;
    private final Cluster cluster;
    private final KubeletPaths paths;

    public ScriptedStand(NodeServiceCapability.RPC.Type... capabilities) throws IOException, InterruptedException {
        home = Files.createTempDirectory(Path.of("/tmp"), "stowage-vol-").toRealPath();
        api = new ApiGround(home);
        script = new ScriptedDriver(home.resolve("csi.sock"), capabilities);
        driver = new SocketDriver(DRIVER, home.resolve("csi.sock"));
        cluster = new Cluster(api.api(), DRIVER);
        paths = new KubeletPaths(home.resolve("kubelet"), home.resolve("logs"));
    }

    public Path home() {
        return home;
    }

    public ScriptedDriver script() {
        return script;
    }

    public SocketDriver driver() {
        return driver;
    }

    public Cluster cluster() {
        return cluster;
    }

    public KubeletPaths paths() {
        return paths;
    }

    public Life life() {
        return new Life(cluster.api(), paths);
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
