package dev.stowage.interop.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuestFilesTest {

    @TempDir
    private Path directory;

    @Test
    void wordsOfTheCommandLineAreQuotedForJava() throws IOException {
        GuestFiles files = new GuestFiles(directory);

        files.prepare(List.of("-Da=with blank", "back\\slash", "quo\"te"));

        assertThat(files.arguments()).hasContent("""
                "-Da=with blank"
                "back\\\\slash"
                "quo\\"te"
                """);
        assertThat(files.init()).isExecutable();
    }

    @Test
    void withoutAProgramTheGuestOpensAShell() throws IOException {
        GuestFiles files = new GuestFiles(directory);

        files.prepare(List.of());

        assertThat(files.arguments()).isEmptyFile();
    }
}
