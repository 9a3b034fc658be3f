package dev.stowage.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// The result of statx(2) for a file. A symbolic link as last component is never followed.
///
/// @param mode type and permission bits
/// @param mountId 0 when the kernel is older than 5.8
/// @param deviceMajor of the file system that holds the file
/// @param nodeMajor of the device that this file is, when it is a device node
public record Stat(
        int mode,
        int uid,
        int gid,
        long inode,
        long size,
        long allocatedBytes,
        int links,
        int deviceMajor,
        int deviceMinor,
        int nodeMajor,
        int nodeMinor,
        long mountId,
        long attributes) {

    private static final int SIZE = 256;
    private static final int BASIC_AND_MOUNT_ID = 0x17ff;
    private static final long MOUNT_ROOT = 0x2000;
    private static final int TYPE_MASK = 0170000;

    public static Stat of(Path path) throws LinuxException {
        return at(Libc.AT_FDCWD, path.toString(), 0, path.toString());
    }

    public static Stat of(Descriptor descriptor) throws LinuxException {
        return at(descriptor.number(), "", Libc.AT_EMPTY_PATH, descriptor.subject());
    }

    /// Empty when the file does not exist.
    public static Optional<Stat> find(Path path) throws LinuxException {
        try {
            return Optional.of(of(path));
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR) {
                return Optional.empty();
            }
            throw e;
        }
    }

    public static Stat at(int directory, String name, int flags, String subject) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment s = arena.allocate(SIZE, 8);
            long result = Libc.STATX.invoke(
                    directory,
                    CString.of(arena, name, StandardCharsets.UTF_8),
                    flags | Libc.AT_SYMLINK_NOFOLLOW | Libc.AT_NO_AUTOMOUNT,
                    BASIC_AND_MOUNT_ID,
                    s.address());
            Libc.check(result, "statx", subject);
            return read(s);
        }
    }

    private static Stat read(MemorySegment s) {
        boolean hasMountId = (s.get(JAVA_INT_UNALIGNED, 0) & 0x1000) != 0;
        return new Stat(
                s.get(JAVA_SHORT_UNALIGNED, 28) & 0xffff,
                s.get(JAVA_INT_UNALIGNED, 20),
                s.get(JAVA_INT_UNALIGNED, 24),
                s.get(JAVA_LONG_UNALIGNED, 32),
                s.get(JAVA_LONG_UNALIGNED, 40),
                s.get(JAVA_LONG_UNALIGNED, 48) * 512,
                s.get(JAVA_INT_UNALIGNED, 16),
                s.get(JAVA_INT_UNALIGNED, 136),
                s.get(JAVA_INT_UNALIGNED, 140),
                s.get(JAVA_INT_UNALIGNED, 128),
                s.get(JAVA_INT_UNALIGNED, 132),
                hasMountId ? s.get(JAVA_LONG_UNALIGNED, 144) : 0,
                s.get(JAVA_LONG_UNALIGNED, 8));
    }

    public boolean isDirectory() {
        return (mode & TYPE_MASK) == 0040000;
    }

    public boolean isRegularFile() {
        return (mode & TYPE_MASK) == 0100000;
    }

    public boolean isSymbolicLink() {
        return (mode & TYPE_MASK) == 0120000;
    }

    public boolean isBlockDevice() {
        return (mode & TYPE_MASK) == 0060000;
    }

    /// True when the path is the root of a mount; always false before Linux 5.8.
    public boolean isMountRoot() {
        return (attributes & MOUNT_ROOT) != 0;
    }

    /// The permission bits, set-id and sticky bits included.
    public int permissions() {
        return mode & 07777;
    }

    /// `major:minor` of the file system that holds the file.
    public String device() {
        return deviceMajor + ":" + deviceMinor;
    }

    public boolean isSameFileAs(Stat other) {
        return deviceMajor == other.deviceMajor && deviceMinor == other.deviceMinor && inode == other.inode;
    }
}
