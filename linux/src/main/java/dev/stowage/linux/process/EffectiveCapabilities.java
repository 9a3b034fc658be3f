package dev.stowage.linux.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel permits this process, see capabilities(7). Root may lack any of them, in a container or in a
/// sandbox.
public final class EffectiveCapabilities {
    /// `CAP_SYS_RESOURCE`: among others, resizing a mounted ext4.
    public static final int SYS_RESOURCE = 24;

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String LINE = "CapEff:";
    private static final int HEXADECIMAL = 16;

    private EffectiveCapabilities() {}

    /// @param number as in linux/capability.h
    public static boolean has(int number) throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(LINE)) {
                long effective =
                        Long.parseUnsignedLong(line.substring(LINE.length()).strip(), HEXADECIMAL);
                return ((effective >>> number) & 1) != 0;
            }
        }
        throw new IOException(STATUS + " has no line " + LINE);
    }
}
