package dev.stowage.interop.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// The directory that a guest shares with the host: all that the host tells the guest, and the other way round.
record GuestFiles(Path directory) {

    /// Its process 1, which prepares the guest and starts the program.
    Path init() {
        return directory.resolve("init");
    }

    /// An argument file of `java`.
    Path arguments() {
        return directory.resolve("arguments");
    }

    Path programs() {
        return directory.resolve("programs");
    }

    Path results() {
        return directory.resolve("results");
    }

    Path logs() {
        return directory.resolve("logs");
    }

    /// @param program the command line of the JVM that the guest runs; without one it opens a shell
    void prepare(List<String> program) throws IOException {
        Files.createDirectories(logs());
        try (InputStream script = Objects.requireNonNull(GuestFiles.class.getResourceAsStream("init.sh"), "init.sh")) {
            Files.copy(script, init());
        }
        Files.setPosixFilePermissions(init(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(arguments(), program.stream().map(GuestFiles::quoted).collect(Collectors.joining("\n")));
    }

    /// In an argument file of java, a backslash escapes the next character inside quotes.
    private static String quoted(String word) {
        return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
