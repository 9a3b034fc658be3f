package dev.stowage.interop.cluster;

import dev.stowage.interop.process.DirectoryTrees;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A directory at a fixed path of the host, such as `/var/lib/kubelet`. It is a shared mount: only there can a
/// driver in a container mount for the host.
public final class HostFolder implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(60);

    private final Path path;

    private HostFolder(Path path) {
        this.path = path;
    }

    /// Refuses a directory that exists already: it may be in use.
    public static HostFolder make(Path path) throws IOException, InterruptedException {
        if (Files.exists(path)) {
            throw new IOException(path + " already exists: a kubelet or a driver may run on this machine."
                    + " (run this suite on another machine, or remove the directory if it is not used)");
        }
        Files.createDirectories(path);
        HostFolder folder = new HostFolder(path);
        try {
            ProcessRunner.run(SOON, "mount", "--bind", path.toString(), path.toString())
                    .orThrow();
            ProcessRunner.run(SOON, "mount", "--make-rshared", path.toString()).orThrow();
        } catch (IOException | InterruptedException e) {
            folder.close();
            throw e;
        }
        return folder;
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> MountPoints.removeBeneath(path));
        DirectoryTrees.remove(path);
    }
}
