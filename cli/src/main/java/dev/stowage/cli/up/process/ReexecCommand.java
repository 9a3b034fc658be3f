package dev.stowage.cli.up.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command that starts this program again with the same JVM options.
final class ReexecCommand {
    private static final String MAIN = "dev.stowage.cli.Main";
    private static final Path LINE = Path.of("/proc/self/cmdline");

    /// Options that only one JVM can have: a debugger's port, a file that is written.
    private static final List<String> ONLY_OURS = List.of("-agentlib", "-XX:AOTCacheOutput", "-XX:AOTConfiguration");

    /// For mostly idle processes: a small heap that returns memory, and one compiler.
    private static final List<String> SMALL =
            List.of("-Xmx64m", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=20", "-XX:TieredStopAtLevel=1");

    private ReexecCommand() {}

    /// @param arguments as after `./stowage`
    static List<String> with(List<String> arguments) throws IOException {
        String line = Files.readString(LINE, StandardCharsets.UTF_8);
        return with(List.of(line.split("\0", -1)), System.getProperty("java.class.path"), arguments);
    }

    static List<String> with(List<String> ours, String classPath, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        int main = ours.indexOf(MAIN);
        if (main > 0) {
            ours.subList(1, main).stream()
                    .filter(option -> ONLY_OURS.stream().noneMatch(option::startsWith))
                    .forEach(command::add);
        } else {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath));
        }
        command.addAll(SMALL);
        command.add(MAIN);
        command.addAll(arguments);
        return command;
    }
}
