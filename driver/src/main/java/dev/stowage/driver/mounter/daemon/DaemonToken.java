package dev.stowage.driver.mounter.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A unique text in the environment of a daemon. It is recorded before the daemon is started, so that a mounter that
/// was killed in between finds the process, and knows that it is its own.
public record DaemonToken(String text) {
    static final String VARIABLE = "STOWAGE_MOUNTER_TOKEN";
    private static final Path PROCESSES = Path.of("/proc");

    public static DaemonToken unique() {
        return new DaemonToken(UUID.randomUUID().toString());
    }

    /// The running process with this token: the oldest one, which the mounter started itself.
    public Optional<DaemonProcess> find() throws IOException {
        Optional<DaemonProcess> oldest = Optional.empty();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path entry : entries) {
                if (hasToken(entry)) {
                    long pid = Long.parseLong(entry.getFileName().toString());
                    Optional<DaemonProcess> found = DaemonProcess.of(pid);
                    if (found.isPresent()
                            && (oldest.isEmpty()
                                    || found.get().start() < oldest.get().start())) {
                        oldest = found;
                    }
                }
            }
        }
        return oldest;
    }

    private boolean hasToken(Path process) {
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return List.of(environment.split("\0", -1)).contains(VARIABLE + "=" + text);
        } catch (IOException e) {
            return false; // it has ended, or belongs to another user: not ours
        }
    }
}
