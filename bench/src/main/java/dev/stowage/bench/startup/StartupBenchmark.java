package dev.stowage.bench.startup;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.bench.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Short commands with the AOT cache and without, beside what Go programs on the same machine take.
public final class StartupBenchmark implements Benchmark {

    private static final int ROUNDS = 40;

    /// The first rounds fill the page cache and are thrown away.
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
    public List<Row> run(Around around) throws IOException, InterruptedException {
        Map<Start, Samples> samples = new LinkedHashMap<>();
        starts(around.home()).forEach(start -> samples.put(start, new Samples()));
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            if (round % 10 == 0) {
                around.say("startup: round " + round + " of " + ROUNDS);
            }
            for (Map.Entry<Start, Samples> each : samples.entrySet()) {
                long took = each.getKey().time();
                if (round >= 0) {
                    each.getValue().add(took);
                }
            }
        }
        List<Row> rows = new ArrayList<>();
        samples.forEach((start, taken) -> rows.add(new Row(
                start.name(),
                List.of(
                        new Figure("runs", taken.count()),
                        new Figure("p50 ms", taken.millis(0.5)),
                        new Figure("p99 ms", taken.millis(0.99))))));
        return rows;
    }

    private static List<Start> starts(Path home) {
        String stowage = home.resolve("stowage").toString();
        List<Start> starts = new ArrayList<>();
        for (List<String> arguments : List.of(List.of("--version"), List.of("--help"), List.of("csi", "--help"))) {
            String shown = "./stowage " + String.join(" ", arguments);
            List<String> line =
                    Stream.concat(Stream.of(stowage), arguments.stream()).toList();
            starts.add(new Start(shown, line, Map.of()));
            starts.add(new Start(shown + ", no AOT cache", line, NO_CACHE));
        }
        onPath("kubectl")
                .ifPresent(program -> starts.add(new Start(
                        "peer: kubectl version --client", List.of(program, "version", "--client"), Map.of())));
        onPath("go")
                .ifPresent(program -> starts.add(new Start("peer: go version", List.of(program, "version"), Map.of())));
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
