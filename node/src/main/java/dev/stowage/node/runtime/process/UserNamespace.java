package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Whether all users of the machine are there, or the process is in a namespace that knows itself only. Root
/// of such a
/// namespace can mount, but makes no device nodes and changes no groups.
final class UserNamespace {
    private static final boolean WHOLE = read();

    private UserNamespace() {}

    static boolean isWhole() {
        return WHOLE;
    }

    private static boolean read() {
        try {
            return isWhole(Files.readString(Path.of("/proc/self/uid_map")));
        } catch (IOException e) {
            return true; // a kernel without such namespaces
        }
    }

    static boolean isWhole(String map) {
        return List.of(map.strip().split("\\s+")).equals(List.of("0", "0", "4294967295"));
    }
}
