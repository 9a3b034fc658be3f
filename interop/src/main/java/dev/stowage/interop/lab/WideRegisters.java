package dev.stowage.interop.lab;

import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.reference.DebianPackage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// User Mode Linux 6.1 ends at the start of its first process on a processor with AMX: it restores the registers of its
/// processes with fewer bytes than the host has. There a library that adds them is loaded into it.
final class WideRegisters {

    private static final String SOURCE = "wide-registers.c";
    private static final Duration COMPILING = Duration.ofMinutes(1);

    private WideRegisters() {}

    /// What it takes to build the library, where it is needed.
    static Set<DebianPackage> packages() {
        try {
            return areHere() ? Set.of(DebianPackage.GCC) : Set.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The environment of the guest's kernel.
    ///
    /// @param directory for the library
    static Map<String, String> environment(Path directory) throws IOException, InterruptedException {
        if (!areHere()) {
            return Map.of();
        }
        Path source = directory.resolve(SOURCE);
        Path library = directory.resolve("wide-registers.so");
        try (InputStream text = Objects.requireNonNull(WideRegisters.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(text, source);
        }
        ProcessRunner.run(
                        COMPILING,
                        List.of(
                                DebianPackage.GCC.program().toString(),
                                "-shared",
                                "-fPIC",
                                "-O1",
                                "-nostdlib",
                                "-fno-builtin",
                                "-fno-tree-loop-distribute-patterns",
                                "-o",
                                library.toString(),
                                source.toString()))
                .orThrow();
        return Map.of("LD_PRELOAD", library.toString());
    }

    private static boolean areHere() throws IOException {
        return in(Files.readString(Path.of("/proc/cpuinfo")));
    }

    /// @param cpuinfo as in /proc/cpuinfo
    static boolean in(String cpuinfo) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .filter(line -> List.of(line.split("\\s+")).contains("amx_tile"))
                .isPresent();
    }
}
