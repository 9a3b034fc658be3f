package dev.stowage.linux.process;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A pidfd: it refers to one process even when the pid is reused after that process has ended. Linux 5.3.
public final class ProcessDescriptor implements AutoCloseable {
    /// Field 22 of `/proc/PID/stat`; the first two are before the last parenthesis.
    private static final int START_AFTER_NAME = 19;

    private final Descriptor descriptor;

    private ProcessDescriptor(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    /// Empty when there is no such process, or its pid has been reused.
    ///
    /// @param start as returned by [#startOf(long)] for this process
    public static Optional<ProcessDescriptor> open(long pid, long start) throws IOException {
        if (pid <= 0) {
            return Optional.empty();
        }
        long fd = Libc.SYSCALL.invoke(Libc.SYS_PIDFD_OPEN, pid, 0, 0, 0, 0);
        if (Libc.failedWith(fd, Errno.ESRCH)) {
            return Optional.empty();
        }
        Descriptor opened = Descriptor.owning(Libc.check(fd, "open process", pid), "process " + pid);
        // Checked after opening, because the descriptor refers to the process that had the pid at that time.
        if (startOf(pid).filter(found -> found == start).isEmpty()) {
            opened.close();
            return Optional.empty();
        }
        return Optional.of(new ProcessDescriptor(opened));
    }

    /// The start time of a process, in ticks since boot; empty when it does not exist or is a zombie.
    public static Optional<Long> startOf(long pid) throws IOException {
        String text;
        try {
            text = Files.readString(Path.of("/proc/" + pid + "/stat"));
        } catch (IOException e) {
            if (Files.exists(Path.of("/proc/" + pid))) {
                throw e;
            }
            return Optional.empty();
        }
        List<String> fields = List.of(text.substring(text.lastIndexOf(')') + 2).split(" ", -1));
        boolean corpse = fields.getFirst().equals("Z") || fields.getFirst().equals("X");
        return corpse ? Optional.empty() : Optional.of(Long.parseLong(fields.get(START_AFTER_NAME)));
    }

    /// @return false when it has ended
    public boolean signal(int number) throws IOException {
        long result = Libc.SYSCALL.invoke(Libc.SYS_PIDFD_SEND_SIGNAL, descriptor.number(), number, 0, 0, 0);
        if (Libc.failedWith(result, Errno.ESRCH)) {
            return false;
        }
        Libc.check(result, "signal " + number, descriptor);
        return true;
    }

    Descriptor descriptor() {
        return descriptor;
    }

    @Override
    public void close() {
        descriptor.close();
    }
}
