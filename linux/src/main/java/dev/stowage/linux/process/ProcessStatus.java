package dev.stowage.linux.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel reports about this process, see proc_pid_status(5).
final class ProcessStatus {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int HEXADECIMAL = 16;

    private ProcessStatus() {}

    /// @param name of a line that contains a mask
    static long mask(String name) throws IOException {
        String start = name + ":";
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(start)) {
                return Long.parseUnsignedLong(line.substring(start.length()).strip(), HEXADECIMAL);
            }
        }
        throw new IOException(STATUS + " has no line " + start);
    }
}
