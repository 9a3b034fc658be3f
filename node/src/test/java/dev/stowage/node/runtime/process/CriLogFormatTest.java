package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Stat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CriLogFormatTest {
    private static final Instant TIME = Instant.parse("2026-11-15T18:00:00.000000001Z");
    private static final String HEAD = "2026-11-15T18:00:00.000000001Z stdout ";

    @TempDir
    private Path folder;

    private static String format(String text, boolean last) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int taken = CriLogFormat.format(bytes, bytes.length, "stdout", TIME, last, to);
        return to.toString(StandardCharsets.UTF_8) + "+" + (bytes.length - taken);
    }

    @Test
    void wholeLinesAreTakenAndTheRestIsLeft() {
        assertThat(format("one\n\ntwo", false)).isEqualTo(HEAD + "F one\n" + HEAD + "F \n+3");
        assertThat(format("two", true)).isEqualTo(HEAD + "F two\n+0");
    }

    @Test
    void veryLongLinesComeInParts() {
        String part = "x".repeat(CriLogFormat.LONGEST);
        assertThat(format(part + "end\n", false)).isEqualTo(HEAD + "P " + part + "\n" + HEAD + "F end\n+0");
    }

    @Test
    void whatWasCopiedIsNotOnTheDiskTwice() throws IOException {
        Path log = folder.resolve("logs/0.log");
        Files.writeString(folder.resolve("out"), ("z".repeat(999) + "\n").repeat(5000));

        LogCopier.of(folder, log).copy(false);

        assertThat(Files.size(log)).isGreaterThan(5_000_000);
        assertThat(Files.size(folder.resolve("out"))).isEqualTo(5_000_000);
        assertThat(Stat.of(folder.resolve("out")).allocatedBytes()).isLessThan(10_000);
    }

    @Test
    void aLogThatWasCutShortGoesOnWhereItsLastWholeLineEnds() throws IOException {
        Path log = folder.resolve("logs/0.log");
        String long16 = "y".repeat(CriLogFormat.LONGEST);
        Files.writeString(folder.resolve("out"), "one\n" + long16 + "tail\nthree\n");
        Files.writeString(folder.resolve("err"), "bad\n");
        LogCopier.of(folder, log).copy(true);
        String whole = Files.readString(log);

        for (int cut = 0; cut <= whole.length(); cut += 97) {
            Files.writeString(log, whole.substring(0, cut), StandardOpenOption.TRUNCATE_EXISTING);
            LogCopier.of(folder, log).copy(true);

            // The order of the two streams may differ when both have data.
            assertThat(Files.readAllLines(log))
                    .containsExactlyInAnyOrderElementsOf(whole.lines().toList());
        }
    }
}
