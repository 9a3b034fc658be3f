package dev.stowage.linux;

import static dev.stowage.linux.LibcFunction.INT;
import static dev.stowage.linux.LibcFunction.LONG;
import static dev.stowage.linux.LibcFunction.POINTER;

/// The functions of libc that this module uses. Public for the packages of this module; other modules use those
/// packages, never raw system calls. Constants that differ between processors are in [OpenFlags].
public final class Libc {
    public static final int AT_FDCWD = -100;
    public static final int AT_SYMLINK_NOFOLLOW = 0x100;
    public static final int AT_REMOVEDIR = 0x200;
    public static final int AT_NO_AUTOMOUNT = 0x800;
    public static final int AT_EMPTY_PATH = 0x1000;

    public static final LibcFunction MOUNT = LibcFunction.of("mount", INT, POINTER, POINTER, POINTER, LONG, POINTER);
    public static final LibcFunction UMOUNT2 = LibcFunction.of("umount2", INT, POINTER, INT);
    static final LibcFunction OPENAT = LibcFunction.variadic("openat", 3, INT, INT, POINTER, INT, INT);
    static final LibcFunction CLOSE = LibcFunction.of("close", INT, INT);
    static final LibcFunction FSYNC = LibcFunction.of("fsync", INT, INT);
    public static final LibcFunction SYNCFS = LibcFunction.of("syncfs", INT, INT);
    public static final LibcFunction STATX = LibcFunction.of("statx", INT, INT, POINTER, INT, INT, POINTER);
    public static final LibcFunction FSTATFS = LibcFunction.of("fstatfs", INT, INT, POINTER);
    public static final LibcFunction MKDIRAT = LibcFunction.of("mkdirat", INT, INT, POINTER, INT);
    public static final LibcFunction UNLINKAT = LibcFunction.of("unlinkat", INT, INT, POINTER, INT);
    public static final LibcFunction RENAMEAT = LibcFunction.of("renameat", INT, INT, POINTER, INT, POINTER);
    public static final LibcFunction SYMLINKAT = LibcFunction.of("symlinkat", INT, POINTER, INT, POINTER);
    public static final LibcFunction READLINKAT = LibcFunction.of("readlinkat", LONG, INT, POINTER, POINTER, LONG);
    public static final LibcFunction LINKAT = LibcFunction.of("linkat", INT, INT, POINTER, INT, POINTER, INT);
    public static final LibcFunction MKNODAT = LibcFunction.of("mknodat", INT, INT, POINTER, INT, LONG);
    public static final LibcFunction UTIMENSAT = LibcFunction.of("utimensat", INT, INT, POINTER, POINTER, INT);
    public static final LibcFunction LISTXATTR = LibcFunction.of("listxattr", LONG, POINTER, POINTER, LONG);
    public static final LibcFunction GETXATTR = LibcFunction.of("getxattr", LONG, POINTER, POINTER, POINTER, LONG);
    public static final LibcFunction SETXATTR = LibcFunction.of("setxattr", INT, POINTER, POINTER, POINTER, LONG, INT);
    public static final LibcFunction REMOVEXATTR = LibcFunction.of("removexattr", INT, POINTER, POINTER);
    public static final LibcFunction FCHOWNAT = LibcFunction.of("fchownat", INT, INT, POINTER, INT, INT, INT);
    public static final LibcFunction CHMOD = LibcFunction.of("chmod", INT, POINTER, INT);
    public static final LibcFunction GETDENTS64 = LibcFunction.of("getdents64", LONG, INT, POINTER, LONG);
    public static final LibcFunction LSEEK = LibcFunction.of("lseek", LONG, INT, LONG, INT);
    public static final LibcFunction MKNOD = LibcFunction.of("mknod", INT, POINTER, INT, LONG);
    public static final LibcFunction IOCTL = LibcFunction.variadic("ioctl", 2, INT, INT, LONG, POINTER);
    public static final LibcFunction FCNTL = LibcFunction.variadic("fcntl", 2, INT, INT, INT, POINTER);
    public static final LibcFunction UNSHARE = LibcFunction.of("unshare", INT, INT);
    public static final LibcFunction SETHOSTNAME = LibcFunction.of("sethostname", INT, POINTER, LONG);
    public static final LibcFunction FCHDIR = LibcFunction.of("fchdir", INT, INT);
    public static final LibcFunction PIVOT_ROOT = LibcFunction.of("pivot_root", INT, POINTER, POINTER);
    public static final LibcFunction EPOLL_CREATE = LibcFunction.of("epoll_create1", INT, INT);
    public static final LibcFunction EPOLL_CTL = LibcFunction.of("epoll_ctl", INT, INT, INT, INT, POINTER);
    public static final LibcFunction EPOLL_WAIT = LibcFunction.of("epoll_wait", INT, INT, POINTER, INT, INT);
    public static final LibcFunction POLL = LibcFunction.of("poll", INT, POINTER, LONG, INT);
    public static final LibcFunction EVENTFD = LibcFunction.of("eventfd", INT, INT, INT);
    public static final LibcFunction READ = LibcFunction.of("read", LONG, INT, POINTER, LONG);
    public static final LibcFunction WRITE = LibcFunction.of("write", LONG, INT, POINTER, LONG);
    public static final LibcFunction FALLOCATE = LibcFunction.of("fallocate", INT, INT, INT, LONG, LONG);
    public static final LibcFunction ADJTIMEX = LibcFunction.of("adjtimex", INT, POINTER);

    /// For calls that the oldest supported libc does not have. Their numbers are the same on every processor.
    public static final LibcFunction SYSCALL =
            LibcFunction.variadic("syscall", 1, LONG, LONG, LONG, LONG, LONG, LONG, LONG);

    public static final int SYS_PIDFD_SEND_SIGNAL = 424;
    public static final int SYS_OPEN_TREE = 428;
    public static final int SYS_MOVE_MOUNT = 429;
    public static final int SYS_FSOPEN = 430;
    public static final int SYS_FSCONFIG = 431;
    public static final int SYS_FSMOUNT = 432;
    public static final int SYS_PIDFD_OPEN = 434;
    static final int SYS_OPENAT2 = 437;
    public static final int SYS_MOUNT_SETATTR = 442;
    public static final int SYS_QUOTACTL_FD = 443;

    private Libc() {}

    /// Turns a negative result into an exception.
    public static long check(long result, String call, Object subject) throws LinuxException {
        if (result < 0) {
            throw new LinuxException(call, subject.toString(), (int) -result, "");
        }
        return result;
    }

    public static boolean failedWith(long result, Errno errno) {
        return result == -errno.number();
    }
}
