package dev.stowage.interop.sidecar;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The text files beside this class: transcripts, and the lists of accepted differences.
final class TranscriptFiles {
    private TranscriptFiles() {}

    static Optional<String> text(String name) {
        try (InputStream in = TranscriptFiles.class.getResourceAsStream(name + ".txt")) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Into the sources, for review and for the next build.
    static void rewrite(String name, String text) throws IOException {
        String home = System.getProperty("stowage.home", "");
        if (home.isEmpty()) {
            throw new IOException("the path of the repository is not set (run ./stowage interop)");
        }
        Path folder = Path.of(home, "interop/src/main/resources/dev/stowage/interop/sidecar");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".txt"), text);
    }
}
