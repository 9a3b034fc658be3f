package dev.stowage.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.bench.BenchCommand;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.flags.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFormatTest {

    private final List<ResultRow> rows = List.of(
            new ResultRow("ours", List.of(new Figure("runs", 20), new Figure("p50 ms", 71.46))),
            new ResultRow("theirs", List.of(new Figure("runs", 20), new Figure("p50 ms", 0.1234))));

    @Test
    void aPercentileIsASampleThatWasTaken() {
        LatencySamples latencySamples = new LatencySamples();
        LongStream.rangeClosed(1, 3000).map(i -> i * 1_000_000).forEach(latencySamples::add);
        assertThat(latencySamples.millis(0.5)).isEqualTo(1500);
        assertThat(latencySamples.millis(0.99)).isEqualTo(2970);
        assertThat(latencySamples.millis(1)).isEqualTo(3000);
        assertThatThrownBy(() -> new LatencySamples().millis(0.5)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theTableIsMarkdown() {
        assertThat(ResultTable.of(rows)).isEqualTo("""
                |        |     runs |   p50 ms |
                |--------|---------:|---------:|
                | ours   |       20 |     71.5 |
                | theirs |       20 |    0.123 |
                """);
    }

    @Test
    void theFileCarriesTheMachineAndEveryFigure(@TempDir Path folder) throws Exception {
        MachineInfo machineInfo = new MachineInfo(Instant.EPOCH, "a processor", 2, "6.1", "25", "0.50");
        Path file = ResultFile.write(folder.resolve("new"), "small", machineInfo, rows);
        assertThat(Files.readString(file))
                .contains("\"benchmark\" : \"small\"", "\"loadBefore\" : \"0.50\"", "\"p50 ms\" : 71.46");
    }

    @Test
    void anUnknownBenchmarkIsRefused() {
        assertThatThrownBy(() -> new BenchCommand().run(List.of("nothing")))
                .isInstanceOf(UsageException.class)
                .hasMessage("unknown benchmark \"nothing\" (--list shows all)");
    }
}
