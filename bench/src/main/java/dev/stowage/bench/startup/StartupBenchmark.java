package dev.stowage.bench.startup;

import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Short commands with and without the AOT cache, compared with Go programs on the same machine.
public final class StartupBenchmark implements Benchmark {

    private static final int ROUNDS = 40;

    /// The first rounds fill the page cache and are discarded.
    private static final int WARM_UP = 3;

    private static final Map<String, String> NO_CACHE = Map.of("STOWAGE_NO_AOT", "1");

    @Override
    public String name() {
        return "startup";
    }

    @Override
    public String summary() {
        return "the wall time of short commands, with and without the AOT cache, beside kubectl and go";
    }

    @Override
    public List<ResultRow> run(BenchmarkContext context) throws IOException, InterruptedException {
        Map<TimedCommand, LatencySamples> samples = new LinkedHashMap<>();
        starts(context.home()).forEach(timedCommand -> samples.put(timedCommand, new LatencySamples()));
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            if (round % 10 == 0) {
                context.report("startup: round " + round + " of " + ROUNDS);
            }
            for (Map.Entry<TimedCommand, LatencySamples> each : samples.entrySet()) {
                long took = each.getKey().time();
                if (round >= 0) {
                    each.getValue().add(took);
                }
            }
        }
        List<ResultRow> rows = new ArrayList<>();
        samples.forEach((timedCommand, taken) -> rows.add(new ResultRow(
                timedCommand.name(),
                List.of(
                        new Figure("runs", taken.count()),
                        new Figure("p50 ms", taken.millis(0.5)),
                        new Figure("p99 ms", taken.millis(0.99))))));
        return rows;
    }

    private static List<TimedCommand> starts(Path home) {
        String stowage = home.resolve("stowage").toString();
        List<TimedCommand> starts = new ArrayList<>();
        for (List<String> arguments : List.of(List.of("--version"), List.of("--help"), List.of("csi", "--help"))) {
            String shown = "./stowage " + String.join(" ", arguments);
            List<String> line =
                    Stream.concat(Stream.of(stowage), arguments.stream()).toList();
            starts.add(new TimedCommand(shown, line, Map.of()));
            starts.add(new TimedCommand(shown + ", no AOT cache", line, NO_CACHE));
        }
        onPath("kubectl")
                .ifPresent(program -> starts.add(new TimedCommand(
                        "peer: kubectl version --client", List.of(program, "version", "--client"), Map.of())));
        onPath("go")
                .ifPresent(program ->
                        starts.add(new TimedCommand("peer: go version", List.of(program, "version"), Map.of())));
        return starts;
    }

    private static Optional<String> onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
