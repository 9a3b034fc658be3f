package dev.stowage.interop.lab;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LogTail;
import dev.stowage.interop.reference.DebianPackage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A guest: a kernel that runs as a process of this machine. It ends when its program ends.
final class LabGuest implements AutoCloseable {

    /// Also what its files in memory can take.
    private static final String MEMORY = "mem=4G";

    private static final int LAST_LINES = 30;

    private final Daemon kernel;

    private LabGuest(Daemon kernel) {
        this.kernel = kernel;
    }

    /// @param files prepared
    static LabGuest boot(GuestFiles files, Path logs) throws IOException, InterruptedException {
        return new LabGuest(Daemon.start(
                "console", logs, WideRegisters.environment(files.directory()), argv(files, "con0=null,fd:1")));
    }

    /// @param console what is connected to the first terminal of the guest
    static List<String> argv(GuestFiles files, String console) {
        return List.of(
                DebianPackage.USER_MODE_LINUX.program().toString(),
                MEMORY,
                "root=/dev/root",
                "rootfstype=hostfs",
                "rootflags=/",
                "ro",
                // Tests provoke errors of devices, and the kernel reports each.
                "loglevel=2",
                "init=" + files.init(),
                "lab=" + files.directory(),
                "java=" + Path.of(System.getProperty("java.home"), "bin", "java"),
                "paths=" + String.join(":", paths()),
                "con=null",
                console);
    }

    /// What the guest reads, and would not see if it lay below a directory that is in memory there.
    private static List<String> paths() {
        String user = System.getProperty("user.home");
        return List.of(
                System.getProperty("stowage.home", ""),
                System.getProperty("java.home"),
                user + "/.m2/repository",
                user + "/.cache/stowage");
    }

    void awaitEnd(Duration deadline) throws IOException, InterruptedException {
        if (!kernel.awaitEnd(deadline)) {
            throw new IOException("the guest did not end within %d s; its console ends with:%n%s"
                    .formatted(deadline.toSeconds(), LogTail.of(kernel.log(), LAST_LINES)));
        }
    }

    String lastLines() throws IOException {
        return LogTail.of(kernel.log(), LAST_LINES);
    }

    /// As if the power was cut: what the guest has mounted and started ends with it.
    @Override
    public void close() {
        kernel.close(Duration.ZERO);
    }
}
