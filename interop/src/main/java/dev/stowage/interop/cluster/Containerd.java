package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ContainerdShims;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.UninterruptedCleanup;
import dev.stowage.interop.reference.DebianPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// containerd with its own root, state, socket and network.
final class Containerd implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(3);
    /// A large image on a busy disk takes time.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final String PAUSE = "localhost/stowage/pause:1";

    private final Path directory;
    private final Path socket;
    private final Daemon daemon;

    private Containerd(Path directory, Daemon daemon) {
        this.directory = directory;
        this.socket = directory.resolve("containerd.sock");
        this.daemon = daemon;
    }

    /// Running, but not ready yet: the caller must be able to stop it whatever happens next.
    static Containerd start(Path directory, Path logs) throws IOException {
        Path networks = Files.createDirectories(directory.resolve("cni/net.d"));
        Files.writeString(networks.resolve("10-interop.conflist"), NodeConfigFiles.network(directory));
        Path configuration = directory.resolve("containerd.toml");
        Files.writeString(configuration, NodeConfigFiles.containerd(directory, networks, PAUSE));
        return new Containerd(
                directory,
                Daemon.start(
                        "containerd",
                        logs,
                        Map.of("PATH", NodeConfigFiles.PATH),
                        List.of(DebianPackage.CONTAINERD.program().toString(), "--config", configuration.toString())));
    }

    /// Waits until it responds, and loads the image.
    void prepare() throws IOException, InterruptedException {
        Await.until(
                "an answer of containerd",
                SOON,
                List.of(daemon),
                () -> ctr("version").succeeded());
        load(BusyboxImage.plain(DebianPackage.BUSYBOX.program()).archive(List.of(PAUSE, TestPod.IMAGE)));
    }

    /// @param image as `docker save` writes one
    void load(byte[] image) throws IOException, InterruptedException {
        Path archive = Files.write(directory.resolve("image.tar"), image);
        load(archive);
        Files.delete(archive);
    }

    /// @param archive of one image or of several
    void load(Path archive) throws IOException, InterruptedException {
        ctr("images", "import", archive.toString()).orThrow();
    }

    Path socket() {
        return socket;
    }

    String endpoint() {
        return "unix://" + socket;
    }

    Daemon daemon() {
        return daemon;
    }

    /// Runs its own client and returns the result, whether or not it succeeded.
    ProcessResult ctr(String... arguments) throws IOException, InterruptedException {
        return ProcessRunner.run(
                PATIENCE,
                Stream.concat(
                                Stream.of("ctr", "--address", socket.toString(), "--namespace", "k8s.io"),
                                Stream.of(arguments))
                        .toList());
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(this::stop);
    }

    /// Removes running containers, then stops it, then removes what it left: shims outlive containerd by design.
    private void stop() throws IOException, InterruptedException {
        try {
            if (!daemon.alive()) {
                return; // it does not run; what it left is removed below
            }
            for (String task : ctr("tasks", "ls", "-q").out().lines().toList()) {
                ctr("tasks", "rm", "--force", task);
            }
            for (String container : ctr("containers", "ls", "-q").out().lines().toList()) {
                ctr("containers", "rm", container);
            }
        } finally {
            daemon.close();
            ContainerdShims.kill(directory);
            MountPoints.removeBeneath(directory);
        }
    }
}
