package dev.stowage.driver.share;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/// The kernel's NFS server. It exports a file system in a file, which can clone files, as its root: the root of a guest
/// cannot be exported. There is one server in a kernel, so tests that use it do not run at the same time.
public final class NfsServer implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path CONTROL = Path.of("/proc/fs/nfsd");

    private final Path folder;
    private final Mounts mounts;
    private final Process mountd;
    private final Path root;
    private boolean exported;

    private NfsServer(Path folder, Mounts mounts, Process mountd) {
        this.folder = folder;
        this.mounts = mounts;
        this.mountd = mountd;
        this.root = folder.resolve("export");
    }

    /// Skips the test where there is none.
    public static NfsServer start(Path folder, Mounts mounts) throws IOException {
        String known = Files.readString(Path.of("/proc/filesystems"));
        assumeTrue(known.contains("nfsd") && known.contains("nfs4"), "this kernel has no NFS client and server");
        assumeTrue(CommandRunner.isInstalled("rpc.nfsd"), "nfs-kernel-server is not installed");
        assumeTrue(CommandRunner.isInstalled("mkfs.xfs"), "xfsprogs is not installed");
        if (Directories.list(CONTROL).isEmpty()) {
            mounts.mount("nfsd", CONTROL, "nfsd", Set.of(), "");
        }
        Process mountd = new ProcessBuilder("/usr/sbin/rpc.mountd", "-F", "-N", "3")
                .inheritIO()
                .start();
        NfsServer server = new NfsServer(folder, mounts, mountd);
        try {
            server.resume();
            server.export();
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private void export() throws IOException {
        Path image = folder.resolve("export.img");
        run("truncate", "--size=400M", image.toString());
        run("mkfs.xfs", "-q", "-m", "reflink=1", image.toString());
        Files.createDirectories(root);
        run("mount", "-o", "loop", image.toString(), root.toString());
        run("exportfs", "-i", "-o", "fsid=0,rw,insecure,no_root_squash,no_subtree_check", "*:" + root);
        exported = true;
    }

    /// The directory that clients see as `/NAME`.
    public Path directory(String name) throws IOException {
        return Files.createDirectories(root.resolve(name));
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
            if (exported) {
                run("exportfs", "-u", "*:" + root);
                mounts.unmount(root);
            }
        } finally {
            mountd.destroy();
            try {
                mountd.waitFor(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
