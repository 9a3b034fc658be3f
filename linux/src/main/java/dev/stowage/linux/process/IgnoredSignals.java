package dev.stowage.linux.process;

import java.io.IOException;

/// The signals that this process ignores, see signal(7). Programs that it starts ignore them, too: `nohup` and the
/// background jobs of a script start programs that ignore SIGHUP or SIGINT.
public final class IgnoredSignals {
    /// The kernel numbers signals from 1; those from 32 on belong to the C library and to applications.
    private static final long STANDARD = (1L << 31) - 1;

    private IgnoredSignals() {}

    /// Whether a program that is started now ignores any of the standard signals.
    public static boolean areInherited() throws IOException {
        return (ProcessStatus.mask("SigIgn") & STANDARD) != 0;
    }
}
