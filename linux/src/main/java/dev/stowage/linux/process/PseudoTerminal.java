package dev.stowage.linux.process;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// A pseudo terminal: this side reads what the program writes to its end, and vice versa. Linux 4.13.
public final class PseudoTerminal implements AutoCloseable {
    private static final int UNLOCK = 0x40045431;
    private static final int OPEN_PEER = 0x5441;
    private static final int RESIZE = 0x5414;
    private static final int NO_CONTROL = 0x100;
    private static final int MULTIPLEXER_MAJOR = 5;
    private static final int MULTIPLEXER_MINOR = 2;

    private final Descriptor ours;
    private final Descriptor programs;

    private PseudoTerminal(Descriptor ours, Descriptor programs) {
        this.ours = ours;
        this.programs = programs;
    }

    /// @param multiplexer `ptmx` of a devpts file system; any other file is rejected
    public static PseudoTerminal open(Path multiplexer) throws IOException {
        try (Descriptor found = Descriptor.open(multiplexer, OpenFlags.PATH | OpenFlags.NOFOLLOW)) {
            Stat stat = Stat.of(found);
            if (stat.nodeMajor() != MULTIPLEXER_MAJOR || stat.nodeMinor() != MULTIPLEXER_MINOR) {
                throw new LinuxException(
                        "open terminal", multiplexer.toString(), Errno.ENOTTY, "It is not the terminal multiplexer.");
            }
            Descriptor ours = Descriptor.open(found.path(), OpenFlags.READ_WRITE | NO_CONTROL);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment zero = arena.allocate(4, 4);
                Libc.check(Libc.IOCTL.invoke(ours.number(), UNLOCK, zero.address()), "unlock terminal", multiplexer);
                int flags = OpenFlags.READ_WRITE | NO_CONTROL | OpenFlags.CLOEXEC;
                long peer = Libc.IOCTL.invoke(ours.number(), OPEN_PEER, flags);
                Libc.check(peer, "open terminal", multiplexer);
                return new PseudoTerminal(ours, Descriptor.owning(peer, "terminal of " + multiplexer));
            } catch (LinuxException e) {
                ours.close();
                throw e;
            }
        }
    }

    /// The program's end. A read on this side ends only when all copies of that end are closed, so close it here
    /// too when the program has ended.
    public Descriptor programs() {
        return programs;
    }

    /// Blocks inside the kernel, so it must not be called from a virtual thread.
    ///
    /// @return -1 when the other end is closed
    public int read(byte[] into) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(into.length);
            long read = ours.use(fd -> Libc.READ.invoke(fd, buffer.address(), into.length));
            if (Libc.failedWith(read, Errno.EIO) || read == 0) {
                return -1;
            }
            Libc.check(read, "read", ours);
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, into, 0, (int) read);
            return (int) read;
        }
    }

    public void write(byte[] from, int offset, int length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(Math.max(1, length));
            MemorySegment.copy(from, offset, buffer, ValueLayout.JAVA_BYTE, 0, length);
            for (int done = 0; done < length; ) {
                long at = buffer.address() + done;
                int rest = length - done;
                long written = ours.use(fd -> Libc.WRITE.invoke(fd, at, rest));
                done += (int) Libc.check(written, "write", ours);
            }
        }
    }

    public void resize(int columns, int rows) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(8, 8);
            size.set(ValueLayout.JAVA_SHORT, 0, (short) rows);
            size.set(ValueLayout.JAVA_SHORT, 2, (short) columns);
            long result = ours.use(fd -> Libc.IOCTL.invoke(fd, RESIZE, size.address()));
            Libc.check(result, "resize", ours);
        }
    }

    @Override
    public void close() {
        programs.close();
        ours.close();
    }
}
