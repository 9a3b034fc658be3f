package dev.stowage.linux.mount;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;

/// Namespaces of one thread. The thread then sees other mounts or another name of the machine than the
/// rest of the process; so does whatever thread it starts, and therefore it should start none, do its
/// work and end. Meant for platform threads made for it.
public final class ThreadNamespaces {
    private static final int NEW_MOUNTS = 0x00020000;
    private static final int OWN_DIRECTORIES = 0x00000200;
    private static final int NEW_NAMES = 0x04000000;
    private static final int NEW_QUEUES = 0x08000000;
    private static final long RECURSIVELY = 0x4000;
    private static final int UMOUNT_DETACH = 2;

    private ThreadNamespaces() {}

    /// What processes can have for themselves, by its name in `/proc/PID/ns`.
    public enum Kind {
        MOUNTS("mnt"),
        NAMES("uts"),
        QUEUES("ipc"),
        PROCESSES("pid");

        private final String file;

        Kind(String file) {
            this.file = file;
        }
    }

    /// Gives the calling thread its own copies of mounts, names and queues. Mounts made by others still arrive,
    /// those made here stay here.
    public static void leave() throws IOException {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException(
                    "A virtual thread shares its carrier with other threads, which would see its mounts.");
        }
        Libc.check(
                Libc.UNSHARE.invoke(NEW_MOUNTS | OWN_DIRECTORIES | NEW_NAMES | NEW_QUEUES),
                "unshare",
                "namespaces of a thread");
        try (Arena arena = Arena.ofConfined()) {
            long result =
                    Libc.MOUNT.invoke(0, CString.of(arena, "/"), 0, RECURSIVELY | MountPropagation.SLAVE.bit(), 0);
            Libc.check(result, "set propagation", "/");
        }
    }

    /// Keeps the calling thread's namespace alive after the thread. Others enter it by the descriptor's
    /// path.
    public static Descriptor keep(Kind kind) throws IOException {
        return open("/proc/thread-self/ns/" + kind.file);
    }

    /// Keeps a process's namespace alive after the process. Whether it was that process's, and not one of a later
    /// process with its number, has to be looked at afterwards.
    public static Descriptor of(long pid, Kind kind) throws IOException {
        return open("/proc/" + pid + "/ns/" + kind.file);
    }

    private static Descriptor open(String path) throws LinuxException {
        return Descriptor.openAt(Libc.AT_FDCWD, path, OpenFlags.READ_ONLY, 0, path);
    }

    /// The machine's name, as seen in the calling thread's namespace.
    public static void hostname(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long length = name.getBytes(StandardCharsets.UTF_8).length;
            Libc.check(Libc.SETHOSTNAME.invoke(CString.of(arena, name), length), "set host name", name);
        }
    }

    /// Makes a mount the root of the calling thread's namespace, and detaches everything that was there
    /// before. The thread cannot load classes afterwards, so it should have nothing left to do.
    public static void enter(Descriptor root) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long here = CString.of(arena, ".");
            Libc.check(Libc.FCHDIR.invoke(root.number()), "enter", root);
            // Both at one path: the old root is then stacked on the new one, and is unmounted.
            Libc.check(Libc.PIVOT_ROOT.invoke(here, here), "pivot to", root);
            Libc.check(Libc.UMOUNT2.invoke(here, UMOUNT_DETACH), "leave old root for", root);
        }
    }
}
