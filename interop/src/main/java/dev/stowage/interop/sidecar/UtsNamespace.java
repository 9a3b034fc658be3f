package dev.stowage.interop.sidecar;

import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A separate host name for one program: leader election uses the host name as identity, and two candidates on
/// one host would have the same.
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

    /// The prefix of the program's command line.
    List<String> argv() {
        return List.of("nsenter", "--uts=" + file);
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> MountPoints.removeBeneath(file));
    }
}
