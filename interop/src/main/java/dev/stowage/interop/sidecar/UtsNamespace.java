package dev.stowage.interop.sidecar;

import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A host name for one program: leader election uses the host name as identity, and two on one host would take
/// each other for themselves.
final class UtsNamespace implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path file;

    private UtsNamespace(Path file) {
        this.file = file;
    }

    static UtsNamespace named(String name, Path directory) throws IOException, InterruptedException {
        UtsNamespace host = new UtsNamespace(Files.createFile(directory.resolve(name + ".host")));
        ProcessRunner.run(PATIENCE, "unshare", "--uts=" + host.file, "hostname", name)
                .orThrow();
        return host;
    }

    /// Stands before the program's own command line.
    List<String> argv() {
        return List.of("nsenter", "--uts=" + file);
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> MountPoints.removeBeneath(file));
    }
}
