package dev.stowage.testing.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Runs a target under Jazzer, which follows the coverage of each input to find the next: `./stowage fuzz` passes it
/// to Jazzer as the target class, and the class of the [FuzzTarget] as its argument.
public final class JazzerTarget {
    private static @Nullable FuzzTarget target;

    private JazzerTarget() {}

    /// Called by Jazzer.
    public static void fuzzerInitialize(String[] arguments) {
        target = named(arguments[0]);
    }

    /// Called by Jazzer for each input.
    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        Objects.requireNonNull(target, "target").run(input);
    }

    /// Writes the seeds of a target, one file each, and its words in the format of libFuzzer.
    ///
    /// @param arguments the class of the target, the folder for the seeds, the file for the words
    public static void main(String[] arguments) throws IOException {
        FuzzTarget written = named(arguments[0]);
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        List<byte[]> seeds = written.seeds();
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(folder.resolve("seed-" + i), seeds.get(i));
        }
        List<String> words = written.words().stream().map(JazzerTarget::quoted).toList();
        Files.write(Path.of(arguments[2]), words);
    }

    private static String quoted(String word) {
        StringBuilder quoted = new StringBuilder("\"");
        for (byte one : word.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = one >= ' ' && one < 0x7f && one != '"' && one != '\\';
            quoted.append(plain ? String.valueOf((char) one) : "\\x%02x".formatted(one & 0xff));
        }
        return quoted.append('"').toString();
    }

    private static FuzzTarget named(String type) {
        try {
            var constructor = Class.forName(type).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (FuzzTarget) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " is not a fuzz target", e);
        }
    }
}
