package dev.stowage.interop.suite;

import dev.stowage.interop.process.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An exception for the console: the message, and the end of the log that was written last.
public final class FailureText {

    private static final int LINES = 15;

    private FailureText() {}

    public static String of(@Nullable Throwable failure, Path logs) {
        StringBuilder text = new StringBuilder(failure == null ? "unknown failure" : failure.toString());
        for (Throwable more : failure == null ? new Throwable[0] : failure.getSuppressed()) {
            text.append("\n     also: ").append(more);
        }
        newest(logs)
                .filter(log -> text.indexOf(log.toString()) < 0) // quoted already
                .ifPresent(log ->
                        text.append("\n     end of ").append(log).append(":\n").append(LogTail.of(log, LINES)));
        return text.toString();
    }

    private static Optional<Path> newest(Path logs) {
        try (Stream<Path> files = Files.list(logs)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            return all.stream().max(Comparator.comparing(FailureText::written));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static FileTime written(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException _) {
            return FileTime.fromMillis(0);
        }
    }
}
