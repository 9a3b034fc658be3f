package dev.stowage.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;

/// openat2(2): opens a path beneath a directory, with restrictions that the kernel enforces for every component.
public final class OpenHow {
    public static final int NO_XDEV = 1;
    public static final int NO_MAGICLINKS = 2;
    public static final int NO_SYMLINKS = 4;
    public static final int BENEATH = 8;
    /// Links, including absolute ones, are resolved as if the directory were `/`.
    public static final int IN_ROOT = 16;

    private static final int SIZE = 24;
    private static final int ATTEMPTS = 100;

    private OpenHow() {}

    /// The descriptor, or the negated error number.
    public static long open(int directory, String path, Charset charset, int flags, int mode, int resolve) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment how = arena.allocate(SIZE, 8);
            how.set(ValueLayout.JAVA_LONG, 0, flags | OpenFlags.CLOEXEC);
            how.set(ValueLayout.JAVA_LONG, 8, mode);
            how.set(ValueLayout.JAVA_LONG, 16, resolve);
            long address = CString.of(arena, path, charset);
            long result = 0;
            for (int i = 0; i < ATTEMPTS; i++) {
                result = Libc.SYSCALL.invoke(Libc.SYS_OPENAT2, directory, address, how.address(), SIZE, 0);
                // EAGAIN: a directory was renamed during the walk, and the kernel could not guarantee the
                // result.
                if (!Libc.failedWith(result, Errno.EAGAIN) && !Libc.failedWith(result, Errno.EINTR)) {
                    return result;
                }
            }
            return result;
        }
    }
}
