package dev.stowage.interop.driver;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LoopDevices;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The kernel's NFS server with an export `/share`, which can clone files. There is one server in a kernel, and it
/// needs modules and directories of the system; so it runs in a guest only.
final class TestNfsShare implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path CONTROL = Path.of("/proc/fs/nfsd/threads");
    private static final long SIZE = 400L << 20;

    private final Path folder;
    private final Path root;
    private final Daemon mountd;

    private TestNfsShare(Path folder, Path root, Daemon mountd) {
        this.folder = folder;
        this.root = root;
        this.mountd = mountd;
    }

    /// @param folder for the file that has the export
    static TestNfsShare serve(Path folder, Path logs) throws IOException, InterruptedException {
        if (!Files.exists(CONTROL)) {
            run("mount", "-t", "nfsd", "nfsd", "/proc/fs/nfsd");
        }
        Path image = folder.resolve("export.img");
        Path root = Files.createDirectories(folder.resolve("export"));
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(SIZE);
        }
        run("mkfs.xfs", "-q", "-m", "reflink=1", image.toString());
        run("mount", "-o", "loop", image.toString(), root.toString());
        Files.createDirectories(root.resolve("share"));
        TestNfsShare share = new TestNfsShare(
                folder, root, Daemon.start("rpc.mountd", logs, List.of("rpc.mountd", "-F", "-N", "3")));
        try {
            run("rpc.nfsd", "-N", "3", "--grace-time", "10", "--lease-time", "10", "4");
            run("exportfs", "-i", "-o", "fsid=0,rw,insecure,no_root_squash,no_subtree_check", "*:" + root);
            return share;
        } catch (IOException | InterruptedException e) {
            share.close();
            throw e;
        }
    }

    /// Writes the configuration of a driver whose only pool is the share.
    static void writeConfig(Path file) throws IOException {
        Files.writeString(file, """
            {"pools": [{"name": "home", "backend": "shared", "thin": true, "overcommitPercent": 10000,
              "source": {"type": "nfs", "server": "127.0.0.1", "share": "/share"}}]}
            """);
    }

    private static void run(String... argv) throws IOException, InterruptedException {
        ProcessRunner.run(DEADLINE, argv).orThrow();
    }

    /// After the driver has unmounted the share.
    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> {
            run("rpc.nfsd", "0");
            run("exportfs", "-au");
            MountPoints.removeBeneath(root);
            LoopDevices.freeOver(folder);
        });
        mountd.close();
    }
}
