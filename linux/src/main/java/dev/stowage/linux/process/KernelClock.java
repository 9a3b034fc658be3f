package dev.stowage.linux.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The state of the kernel clock.
public final class KernelClock {
    private static final int SIZE = 208;
    private static final int STATUS = 40;
    private static final int UNSYNCHRONISED = 0x40;

    private KernelClock() {}

    /// Whether a time service reports the clock error to the kernel.
    public static boolean isSynchronised() throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(SIZE, 8);
            // No mode is set: the call only reads.
            Libc.check(Libc.ADJTIMEX.invoke(all.address()), "adjtimex", "the clock");
            return (all.get(JAVA_INT, STATUS) & UNSYNCHRONISED) == 0;
        }
    }
}
