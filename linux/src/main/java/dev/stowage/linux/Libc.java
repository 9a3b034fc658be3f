package dev.stowage.linux;

import static dev.stowage.linux.Call.INT;
import static dev.stowage.linux.Call.LONG;
import static dev.stowage.linux.Call.POINTER;

/// The functions of libc that this room uses. Constants that differ between processors are in [OpenFlags].
final class Libc {
    static final int AT_FDCWD = -100;
    static final int AT_SYMLINK_NOFOLLOW = 0x100;
    static final int AT_REMOVEDIR = 0x200;
    static final int AT_NO_AUTOMOUNT = 0x800;
    static final int AT_EMPTY_PATH = 0x1000;

    static final Call MOUNT = Call.of("mount", INT, POINTER, POINTER, POINTER, LONG, POINTER);
    static final Call UMOUNT2 = Call.of("umount2", INT, POINTER, INT);
    static final Call OPENAT = Call.variadic("openat", 3, INT, INT, POINTER, INT, INT);
    static final Call CLOSE = Call.of("close", INT, INT);
    static final Call FSYNC = Call.of("fsync", INT, INT);
    static final Call STATX = Call.of("statx", INT, INT, POINTER, INT, INT, POINTER);
    static final Call FSTATFS = Call.of("fstatfs", INT, INT, POINTER);
    static final Call MKDIRAT = Call.of("mkdirat", INT, INT, POINTER, INT);
    static final Call UNLINKAT = Call.of("unlinkat", INT, INT, POINTER, INT);
    static final Call RENAMEAT = Call.of("renameat", INT, INT, POINTER, INT, POINTER);
    static final Call FCHOWNAT = Call.of("fchownat", INT, INT, POINTER, INT, INT, INT);
    static final Call CHMOD = Call.of("chmod", INT, POINTER, INT);
    static final Call GETDENTS64 = Call.of("getdents64", LONG, INT, POINTER, LONG);
    static final Call LSEEK = Call.of("lseek", LONG, INT, LONG, INT);
    static final Call MKNOD = Call.of("mknod", INT, POINTER, INT, LONG);
    static final Call IOCTL = Call.variadic("ioctl", 2, INT, INT, LONG, POINTER);
    static final Call FCNTL = Call.variadic("fcntl", 2, INT, INT, INT, POINTER);
    static final Call UNSHARE = Call.of("unshare", INT, INT);
    static final Call SETHOSTNAME = Call.of("sethostname", INT, POINTER, LONG);
    static final Call FCHDIR = Call.of("fchdir", INT, INT);
    static final Call PIVOT_ROOT = Call.of("pivot_root", INT, POINTER, POINTER);
    static final Call EPOLL_CREATE = Call.of("epoll_create1", INT, INT);
    static final Call EPOLL_CTL = Call.of("epoll_ctl", INT, INT, INT, INT, POINTER);
    static final Call EPOLL_WAIT = Call.of("epoll_wait", INT, INT, POINTER, INT, INT);
    static final Call EVENTFD = Call.of("eventfd", INT, INT, INT);
    static final Call READ = Call.of("read", LONG, INT, POINTER, LONG);
    static final Call WRITE = Call.of("write", LONG, INT, POINTER, LONG);
    static final Call FALLOCATE = Call.of("fallocate", INT, INT, INT, LONG, LONG);
    static final Call ADJTIMEX = Call.of("adjtimex", INT, POINTER);

    /// For calls that are younger than the oldest libc we run on. Their numbers are the same on every processor.
    static final Call SYSCALL = Call.variadic("syscall", 1, LONG, LONG, LONG, LONG, LONG, LONG, LONG);

    static final int SYS_PIDFD_SEND_SIGNAL = 424;
    static final int SYS_OPEN_TREE = 428;
    static final int SYS_MOVE_MOUNT = 429;
    static final int SYS_FSOPEN = 430;
    static final int SYS_FSCONFIG = 431;
    static final int SYS_FSMOUNT = 432;
    static final int SYS_PIDFD_OPEN = 434;
    static final int SYS_OPENAT2 = 437;
    static final int SYS_MOUNT_SETATTR = 442;

    private Libc() {}

    /// Turns a negative answer into the exception; everything else passes.
    static long check(long result, String call, Object subject) throws LinuxException {
        if (result < 0) {
            throw new LinuxException(call, subject.toString(), (int) -result, "");
        }
        return result;
    }

    static boolean failedWith(long result, Errno errno) {
        return result == -errno.number();
    }
}
