package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Whether the process sees all users of the machine, or is in a user namespace with only itself. The root user
/// of such a namespace can mount, but cannot create device nodes or change groups.
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
