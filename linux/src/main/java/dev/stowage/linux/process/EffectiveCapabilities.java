package dev.stowage.linux.process;

import java.io.IOException;

/// What the kernel permits this process, see capabilities(7). Root may lack any of them, in a container or in a
/// sandbox.
public final class EffectiveCapabilities {
    /// `CAP_SYS_RESOURCE`: among others, resizing a mounted ext4.
    public static final int SYS_RESOURCE = 24;

    private EffectiveCapabilities() {}

    /// @param number as in linux/capability.h
    public static boolean has(int number) throws IOException {
        return ((ProcessStatus.mask("CapEff") >>> number) & 1) != 0;
    }
}
