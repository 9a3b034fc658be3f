package dev.stowage.linux.file;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.mountinfo.LaneName;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// Copies of files that share their blocks until one is written (FICLONE).
public final class Reflink {
    private static final long FICLONE = 0x40049409L;
    private static final int MODE = 0600;

    private Reflink() {}

    /// Creates `copy`, with mode 0600, as a clone of `source`. Neither may be a symbolic link. On failure the new
    /// file is removed; an existing `copy` is left unchanged (`EEXIST`).
    ///
    /// @throws ReflinkUnsupportedException when the file system does not support it
    public static void cloneFile(Path source, Path copy) throws IOException {
        BlockingCalls.shared().run(LaneName.of(source), "clone", copy, () -> {
            int flags = OpenFlags.READ_WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE | OpenFlags.NOFOLLOW;
            try (Descriptor from = Descriptor.openForReading(source);
                    NameInDirectory place = NameInDirectory.open(copy);
                    Descriptor to =
                            Descriptor.openAt(place.parent().number(), place.name(), flags, MODE, copy.toString())) {
                try {
                    NoCopyOnWrite.match(from, to);
                    long result = cloneFile(from, to);
                    if (result < 0) {
                        throw failure(source + " as " + copy, result);
                    }
                } catch (IOException e) {
                    removeOwn(place);
                    throw e;
                }
            }
        });
    }

    /// Makes an open, empty file a clone of another, on the calling thread.
    ///
    /// @throws ReflinkUnsupportedException when the file system does not support it
    static void cloneHere(Descriptor source, Descriptor copy) throws LinuxException {
        long result = cloneFile(source, copy);
        if (result < 0) {
            throw failure(copy.subject(), result);
        }
    }

    private static long cloneFile(Descriptor source, Descriptor copy) {
        return Libc.IOCTL.invoke(copy.number(), FICLONE, source.number());
    }

    private static LinuxException failure(String subject, long result) {
        int number = (int) -result;
        return switch (Errno.of(number)) {
            case EOPNOTSUPP, EXDEV, EINVAL, ENOTTY -> new ReflinkUnsupportedException(subject, number);
            default -> new LinuxException("clone", subject, number, "");
        };
    }

    private static void removeOwn(NameInDirectory place) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long result = Libc.UNLINKAT.invoke(place.parent().number(), CString.of(arena, place.name()), 0);
            Libc.check(result, "remove", place.asked());
        }
    }
}
