package dev.stowage.node.volumemanager.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Which run of the machine this is.
public final class BootId {

    private BootId() {}

    /// Empty where the kernel does not tell.
    public static String id() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
