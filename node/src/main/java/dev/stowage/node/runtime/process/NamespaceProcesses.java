package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends what a container leaves behind that shares its PID namespace with others. Nothing else ends these
/// processes; what they still have in common is the mount namespace, which is the container's own.
final class NamespaceProcesses {
    private static final Logger log = LoggerFactory.getLogger(NamespaceProcesses.class);
    private static final Path PROCESSES = Path.of("/proc");
    private static final int SIGKILL = 9;
    /// Processes that fork while they are killed are found in the next round.
    private static final int ROUNDS = 200;

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

    private NamespaceProcesses() {}

    /// @param mounts the inode of the mount namespace
    static void kill(long mounts) {
        for (int round = 0; round < ROUNDS; round++) {
            if (!killOnce(mounts)) {
                return;
            }
            LockSupport.parkNanos(PAUSE);
        }
        log.warn("Some processes of a container were killed but do not end.");
    }

    /// @return whether there were some
    private static boolean killOnce(long mounts) {
        boolean found = false;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                found |= isIn(process, mounts) && kill(process, mounts);
            }
        } catch (IOException | DirectoryIteratorException e) {
            log.warn("Cannot list the processes of the machine.", e);
        }
        return found;
    }

    private static boolean kill(Path process, long mounts) throws IOException {
        long pid = Long.parseLong(process.getFileName().toString());
        Optional<Long> start = ProcessDescriptor.startOf(pid);
        Optional<ProcessDescriptor> opened =
                start.isPresent() ? ProcessDescriptor.open(pid, start.get()) : Optional.empty();
        if (opened.isEmpty()) {
            return false;
        }
        try (ProcessDescriptor descriptor = opened.get()) {
            // Checked again: the number may belong to another process since.
            return isIn(process, mounts) && descriptor.signal(SIGKILL);
        }
    }

    /// False for a process that has ended.
    private static boolean isIn(Path process, long mounts) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/mnt")).toString().equals("mnt:[" + mounts + "]");
        } catch (IOException _) {
            return false;
        }
    }
}
