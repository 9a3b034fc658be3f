package dev.stowage.interop.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.interop.suite.CheckResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GeneratedFilesTest {

    @TempDir
    private Path folder;

    private Path generated;
    private Path kept;

    @BeforeEach
    void twoFolders() throws IOException {
        generated = Files.createDirectory(folder.resolve("generated"));
        kept = Files.createDirectory(folder.resolve("kept"));
        Files.writeString(generated.resolve("same"), "a\n");
        Files.writeString(kept.resolve("same"), "a\n");
    }

    @Test
    void aChangedLineIsShown() throws Exception {
        Files.writeString(generated.resolve("changed"), "a\nnew\n");
        Files.writeString(kept.resolve("changed"), "a\nold\n");

        assertThat(outcomes())
                .contains("FAILED changed")
                .contains("- old")
                .contains("+ new")
                .contains("PASSED same");
    }

    @Test
    void aFileOnOneSideOnlyIsADifference() throws Exception {
        Files.writeString(generated.resolve("missing"), "");
        Files.writeString(kept.resolve("stale"), "");

        assertThat(outcomes()).contains("FAILED missing").contains("FAILED stale");
    }

    @Test
    void rewritingMakesBothTheSame() throws Exception {
        Files.writeString(generated.resolve("missing"), "a\n");
        Files.writeString(kept.resolve("stale"), "a\n");

        new GeneratedFiles(generated, kept).rewrite();

        assertThat(outcomes()).doesNotContain("FAILED");
        assertThat(kept.resolve("stale")).doesNotExist();
        assertThat(kept.resolve("missing")).hasContent("a\n");
    }

    private String outcomes() throws IOException {
        StringBuilder text = new StringBuilder();
        for (CheckResult outcome : new GeneratedFiles(generated, kept).outcomes()) {
            text.append(outcome.status() + " " + outcome.name() + "\n" + outcome.reason() + "\n");
        }
        return text.toString();
    }
}
