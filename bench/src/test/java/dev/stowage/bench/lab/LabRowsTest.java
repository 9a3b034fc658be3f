package dev.stowage.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.bench.harness.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LabRowsTest {

    private static final List<Sample> SAMPLES = List.of(
            new Sample("random read, IOPS", "raw device", "median", 400),
            new Sample("random read, IOPS", "LVM thin", "median", 90),
            new Sample("lives/s, 1 at a time", "LVM thin", "median", 2.5),
            new Sample("lives/s, 1 at a time", "LVM thin", "p50 ms", 400),
            new Sample("random read, IOPS", "LVM thin", "median", 100),
            new Sample("random read, IOPS", "LVM thin", "median", 300),
            new Sample("random read, IOPS", "raw device", "median", 500));

    @TempDir
    private Path directory;

    @Test
    void aRowHasTheMedianItsSpreadAndItsShareOfTheRawDevice() {
        assertThat(ResultTable.of(LabRows.of(SAMPLES))).isEqualTo("""
                |                                |   median |   lowest |  highest | % of raw |   p50 ms |
                |--------------------------------|---------:|---------:|---------:|---------:|---------:|
                | random read, IOPS: raw device  |      400 |      400 |      500 |      100 |          |
                | random read, IOPS: LVM thin    |      100 |       90 |      300 |       25 |          |
                | lives/s, 1 at a time: LVM thin |    2.500 |    2.500 |    2.500 |          |      400 |
                """);
    }

    @Test
    void samplesOfAGuestAreReadAsTheyWereWritten() throws IOException {
        SampleFile file = new SampleFile(directory.resolve("results"));
        file.write(SAMPLES);

        assertThat(file.read()).isEqualTo(SAMPLES);
    }

    @Test
    void aFileThatIsCutOffIsRefused() throws IOException {
        Path file = directory.resolve("results");
        Files.writeString(file, "random read\traw dev");

        assertThatThrownBy(() -> new SampleFile(file).read())
                .hasMessageEndingWith("is cut off at: random read\traw dev");
    }
}
