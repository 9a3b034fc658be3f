package dev.stowage.interop.lab;

import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.reference.ReferenceProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// The reference programs that the host has built: a guest sees them at the same paths.
final class GuestPrograms {

    private GuestPrograms() {}

    static void write(Path file, Map<ReferenceProgram, Path> programs) throws IOException {
        Files.write(
                file,
                programs.entrySet().stream()
                        .map(entry -> entry.getKey().name() + "=" + entry.getValue())
                        .toList());
    }

    static BuiltPrograms read(Path file) throws IOException {
        Map<ReferenceProgram, Path> programs = new EnumMap<>(ReferenceProgram.class);
        for (String line : Files.readAllLines(file)) {
            int end = line.indexOf('=');
            programs.put(ReferenceProgram.valueOf(line.substring(0, end)), Path.of(line.substring(end + 1)));
        }
        return new BuiltPrograms(programs);
    }
}
