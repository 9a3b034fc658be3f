package dev.stowage.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The mount table of this process.
final class MountTable {

    private static final int MOUNT_POINT = 4;

    private MountTable() {}

    static boolean isMountPoint(Path path) throws IOException {
        String wanted = escaped(path.toRealPath().toString());
        try (var lines = Files.lines(Path.of("/proc/self/mountinfo"), StandardCharsets.UTF_8)) {
            return lines.anyMatch(line -> line.split(" ", -1)[MOUNT_POINT].equals(wanted));
        }
    }

    private static String escaped(String path) {
        return path.replace("\\", "\\134")
                .replace(" ", "\\040")
                .replace("\t", "\\011")
                .replace("\n", "\\012");
    }
}
