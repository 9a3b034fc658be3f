package dev.stowage.driver.nfs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The kernel's NFS server with an export `/share`, which can clone files. There is one server in a kernel, so tests
/// that use it do not run at the same time.
public final class TestNfsServer implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path CONTROL = Path.of("/proc/fs/nfsd");

    private final Path root;
    private final Process mountd;

    private TestNfsServer(Path root, Process mountd) {
        this.root = root;
        this.mountd = mountd;
    }

    /// Skips the test where there can be none.
    public static TestNfsServer start(ScratchDirectory there) throws IOException {
        String known = Files.readString(Path.of("/proc/filesystems"));
        assumeTrue(known.contains("nfsd") && known.contains("nfs4"), "this kernel has no NFS client and server");
        assumeTrue(CommandRunner.isInstalled("rpc.nfsd"), "nfs-kernel-server is not installed");
        assumeTrue(CommandRunner.isInstalled("mkfs.xfs"), "xfsprogs is not installed");
        if (Directories.list(CONTROL).isEmpty()) {
            Mounts.system().mount("nfsd", CONTROL, "nfsd", Set.of(), "");
        }
        Path image = there.path().resolve("export.img");
        Path root = there.directory("export");
        run("truncate", "--size=400M", image.toString());
        run("mkfs.xfs", "-q", "-m", "reflink=1", image.toString());
        run("mount", "-o", "loop", image.toString(), root.toString());
        Files.createDirectories(root.resolve("share"));
        Process mountd = new ProcessBuilder("/usr/sbin/rpc.mountd", "-F", "-N", "3")
                .inheritIO()
                .start();
        TestNfsServer server = new TestNfsServer(root, mountd);
        try {
            server.resume();
            run("exportfs", "-i", "-o", "fsid=0,rw,insecure,no_root_squash,no_subtree_check", "*:" + root);
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /// The flags of a driver whose first pool is the share; the second is a directory of the node.
    public List<String> flags(ScratchDirectory there) throws IOException {
        return flags(there, List.of());
    }

    /// @param others further pools, in JSON
    List<String> flags(ScratchDirectory there, List<String> others) throws IOException {
        String pools = """
            {"pools": [
              {"name": "home", "backend": "shared", "thin": true, "overcommitPercent": 10000,
               "source": {"type": "nfs", "server": "127.0.0.1", "share": "/share"}},
              {"name": "local", "backend": "directory", "directory": "%s"}%s
            ]}
            """.formatted(
                        there.path().resolve("data/local"),
                        others.stream().map(other -> ",\n" + other).collect(Collectors.joining()));
        Path file = there.path().resolve("pools.json");
        Files.writeString(file, pools);
        return List.of("--config=" + file);
    }

    /// Replaces the exported directory by a copy, as a restored backup does: the handles that clients have are stale.
    void replaceShare() throws IOException {
        Path share = root.resolve("share");
        run("cp", "--archive", share.toString(), root.resolve("copy").toString());
        Files.move(share, root.resolve("former"));
        Files.move(root.resolve("copy"), share);
        Directories.removeTree(root, "former");
    }

    /// Calls of clients hang from now on.
    public void pause() throws IOException {
        run("rpc.nfsd", "0");
    }

    public void resume() throws IOException {
        run("rpc.nfsd", "-N", "3", "--grace-time", "10", "--lease-time", "10", "4");
    }

    private static void run(String... argv) throws IOException {
        CommandRunner.run(DEADLINE, List.of(argv));
    }

    /// After the clients have unmounted.
    @Override
    public void close() throws IOException {
        try {
            pause();
            CommandRunner.run(DEADLINE, List.of("exportfs", "-au"));
            if (Mounts.system().at(root).isPresent()) {
                Mounts.system().unmount(root);
            }
        } finally {
            mountd.destroy();
            try {
                boolean ignored = mountd.waitFor(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
