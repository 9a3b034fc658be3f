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

/// Namespaces of one thread. The thread then sees other mounts or another host name than the rest of the process.
/// Threads that it starts inherit its namespaces, so it should start none, do its work and end. Use a dedicated
/// platform thread.
public final class ThreadNamespaces {
    private static final int NEW_MOUNTS = 0x00020000;
    private static final int OWN_DIRECTORIES = 0x00000200;
    private static final int NEW_NAMES = 0x04000000;
    private static final int NEW_QUEUES = 0x08000000;
    private static final long RECURSIVELY = 0x4000;
    private static final int UMOUNT_DETACH = 2;

    private ThreadNamespaces() {}

    /// The kinds of namespaces, with their names in `/proc/PID/ns`.
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

    /// Gives the calling thread its own mount, UTS and IPC namespaces. Mounts of the host still propagate into
    /// the new namespace, its own mounts do not propagate out.
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

    /// Keeps the calling thread's namespace alive after the thread has ended. Other threads enter it by the path
    /// of the descriptor.
    public static Descriptor keep(Kind kind) throws IOException {
        return open("/proc/thread-self/ns/" + kind.file);
    }

    /// Keeps a process's namespace alive after the process has ended. The caller must check afterwards that the
    /// pid was not reused by another process.
    public static Descriptor of(long pid, Kind kind) throws IOException {
        return open("/proc/" + pid + "/ns/" + kind.file);
    }

    private static Descriptor open(String path) throws LinuxException {
        return Descriptor.openAt(Libc.AT_FDCWD, path, OpenFlags.READ_ONLY, 0, path);
    }

    /// Sets the host name in the calling thread's namespace.
    public static void hostname(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long length = name.getBytes(StandardCharsets.UTF_8).length;
            Libc.check(Libc.SETHOSTNAME.invoke(CString.of(arena, name), length), "set host name", name);
        }
    }

    /// Makes a mount the root of the calling thread's namespace, and detaches all previous mounts. The thread
    /// cannot load classes afterwards, so this should be its last step.
    public static void enter(Descriptor root) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long here = CString.of(arena, ".");
            Libc.check(Libc.FCHDIR.invoke(root.number()), "enter", root);
            // Same path for both: the old root is then stacked on the new one and can be unmounted.
            Libc.check(Libc.PIVOT_ROOT.invoke(here, here), "pivot to", root);
            Libc.check(Libc.UMOUNT2.invoke(here, UMOUNT_DETACH), "leave old root for", root);
        }
    }
}
