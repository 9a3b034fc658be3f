package dev.stowage.node.volumemanager.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Identifies the current boot of the machine.
public final class BootId {

    private BootId() {}

    /// Empty when the kernel does not provide it.
    public static String id() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
