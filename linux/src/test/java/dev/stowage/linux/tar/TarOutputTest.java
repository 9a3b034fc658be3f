package dev.stowage.linux.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The reference implementation is tar itself.
final class TarOutputTest {
    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final String LONG = "folder-with-a-name/".repeat(7) + "and-a-file";

    @TempDir
    Path folder;

    @Test
    void tarReadsFilesFoldersAndLinks() throws Exception {
        Path archive = folder.resolve("a.tar");
        Path content = Files.writeString(folder.resolve("content"), "from disk");
        try (TarOutput tar = new TarOutput(Files.newOutputStream(archive), TIME)) {
            tar.directory("bin", 0755)
                    .file("bin/tool", 0755, bytes("x".repeat(1000)))
                    .file("bin/kept", 0640, content)
                    .file("bin/full", 0644, bytes("y".repeat(512)))
                    .link("bin/other", "tool");
        }
        assertThat(tar("-tvf", archive.toString()).lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "drwxr-xr-x 0/0 0 2026-01-01 00:00 bin/",
                        "-rwxr-xr-x 0/0 1000 2026-01-01 00:00 bin/tool",
                        "-rw-r----- 0/0 9 2026-01-01 00:00 bin/kept",
                        "-rw-r--r-- 0/0 512 2026-01-01 00:00 bin/full",
                        "lrwxrwxrwx 0/0 0 2026-01-01 00:00 bin/other -> tool");
        assertThat(tar("-xOf", archive.toString(), "bin/kept")).isEqualTo("from disk");
    }

    @Test
    void aLongNameIsCutAtASlash() throws Exception {
        Path archive = folder.resolve("long.tar");
        try (TarOutput tar = new TarOutput(Files.newOutputStream(archive), TIME)) {
            tar.file(LONG, 0644, bytes("far down"));
        }
        assertThat(tar("-xOf", archive.toString(), LONG)).isEqualTo("far down");
    }

    @Test
    void aNameThatCannotBeCutIsRefused() {
        TarOutput tar = new TarOutput(new ByteArrayOutputStream(), TIME);
        assertThatThrownBy(() -> tar.file("n".repeat(101), 0644, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void theSameEntriesGiveTheSameBytes() throws IOException {
        assertThat(archive()).isEqualTo(archive());
    }

    private static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarOutput tar = new TarOutput(bytes, TIME)) {
            tar.directory("a", 0755).file("a/b", 0644, bytes("c")).link("a/d", "b");
        }
        return bytes.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String tar(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("tar", "--numeric-owner");
        builder.command().addAll(List.of(arguments));
        builder.environment().put("TZ", "UTC");
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
