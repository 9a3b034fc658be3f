package dev.stowage.driver.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The capabilities of this process.
public final class ProcessCapabilities {

    private static final int CAP_SYS_RESOURCE = 24;

    private ProcessCapabilities() {}

    public static boolean mayGrowMountedExt4() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("CapEff:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.substring(line.indexOf('\t') + 1), 16))
                .anyMatch(effective -> (effective >>> CAP_SYS_RESOURCE & 1) == 1);
    }
}
