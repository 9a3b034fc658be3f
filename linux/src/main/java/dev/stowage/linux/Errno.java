package dev.stowage.linux;

/// The error numbers that storage code handles. The values are the same on x86-64 and aarch64.
public enum Errno {
    EPERM(1, "operation not permitted"),
    ENOENT(2, "no such file or directory"),
    ESRCH(3, "no such process"),
    EINTR(4, "interrupted system call"),
    EIO(5, "input/output error"),
    ENXIO(6, "no such device or address"),
    E2BIG(7, "list too long"),
    EBADF(9, "bad file descriptor"),
    EAGAIN(11, "resource temporarily unavailable"),
    ENOMEM(12, "out of memory"),
    EACCES(13, "permission denied"),
    EFAULT(14, "bad address"),
    ENOTBLK(15, "block device required"),
    EBUSY(16, "device or resource busy"),
    EEXIST(17, "file exists"),
    EXDEV(18, "crosses a mount point or file system"),
    ENODEV(19, "no such device or file system type"),
    ENOTDIR(20, "not a directory"),
    EISDIR(21, "is a directory"),
    EINVAL(22, "invalid argument"),
    ENFILE(23, "too many open files in the system"),
    EMFILE(24, "too many open files in this process"),
    ENOTTY(25, "operation not supported by this device"),
    ETXTBSY(26, "file is being executed"),
    EFBIG(27, "file too large"),
    ENOSPC(28, "no space left on device"),
    EROFS(30, "read-only file system"),
    EMLINK(31, "too many links"),
    ERANGE(34, "result out of range"),
    ENAMETOOLONG(36, "file name too long"),
    ENOSYS(38, "system call not known to this kernel"),
    ENOTEMPTY(39, "directory not empty"),
    ELOOP(40, "symbolic link where none is allowed"),
    ENODATA(61, "no data available"),
    EBADMSG(74, "bad checksum, or no message where one is expected"),
    EOVERFLOW(75, "value too large"),
    EOPNOTSUPP(95, "operation not supported"),
    ENOTCONN(107, "the server behind this file system is gone"),
    ETIMEDOUT(110, "timed out"),
    EHOSTDOWN(112, "the server is down"),
    EINPROGRESS(115, "operation now in progress"),
    ESTALE(116, "stale file handle"),
    EUCLEAN(117, "file system needs cleaning"),
    EDQUOT(122, "disk quota exceeded"),
    /// A number that is not in this list; [LinuxException#number()] returns it.
    UNKNOWN(-1, "unknown error");

    private final int number;
    private final String text;

    Errno(int number, String text) {
        this.number = number;
        this.text = text;
    }

    public static Errno of(int number) {
        for (Errno errno : values()) {
            if (errno.number == number) {
                return errno;
            }
        }
        return UNKNOWN;
    }

    public int number() {
        return number;
    }

    public String text() {
        return text;
    }
}
