package dev.stowage.linux.mount;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.mountinfo.LaneName;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;

/// Mounts a file system without a mount point and unmounts it at once, so that the kernel replays its journal. A
/// process that is killed meanwhile leaves nothing behind. Linux 5.2 and newer.
public final class LogReplayMount {
    private static final int CLOSE_ON_EXEC = 1;
    private static final int SET_FLAG = 0;
    private static final int SET_STRING = 1;
    private static final int CREATE = 6;

    private LogReplayMount() {}

    /// The file system is clean and unmounted when this returns.
    ///
    /// @param options each is `name` or `name=value`
    public static void once(Path device, String fsType, List<String> options) throws IOException {
        BlockingCalls.shared().run(LaneName.ofSource(device.toString()), "replay log", device, () -> {
            // Closing the only descriptor of a detached mount unmounts it.
            make(device.toString(), fsType, options).close();
        });
    }

    /// The mount, which is removed when its descriptor is closed before it was attached anywhere.
    static Descriptor make(String source, String fsType, List<String> options) throws LinuxException {
        try (Arena arena = Arena.ofConfined();
                Descriptor context = open(arena, source, fsType)) {
            configure(arena, context, SET_STRING, "source", source);
            for (String option : options) {
                int equals = option.indexOf('=');
                if (equals < 0) {
                    configure(arena, context, SET_FLAG, option, "");
                } else {
                    configure(arena, context, SET_STRING, option.substring(0, equals), option.substring(equals + 1));
                }
            }
            configure(arena, context, CREATE, "", "");
            long mount = Libc.SYSCALL.invoke(Libc.SYS_FSMOUNT, context.number(), CLOSE_ON_EXEC, 0, 0, 0);
            return Descriptor.owning(Libc.check(mount, "mount (" + fsType + ")", source), source);
        }
    }

    private static Descriptor open(Arena arena, String source, String fsType) throws LinuxException {
        long fd = Libc.SYSCALL.invoke(Libc.SYS_FSOPEN, CString.of(arena, fsType), CLOSE_ON_EXEC, 0, 0, 0);
        return Descriptor.owning(Libc.check(fd, "mount (" + fsType + ")", source), source);
    }

    private static void configure(Arena arena, Descriptor context, int command, String key, String value)
            throws LinuxException {
        long name = command == CREATE ? 0 : CString.of(arena, key);
        long text = command == SET_STRING ? CString.of(arena, value) : 0;
        long result = Libc.SYSCALL.invoke(Libc.SYS_FSCONFIG, context.number(), command, name, text, 0);
        Libc.check(result, command == CREATE ? "mount" : "mount option " + key, context);
    }
}
