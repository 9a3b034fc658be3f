package dev.stowage.bench.rpc;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.bench.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Blocking unary `Probe` calls, client and server in one process, over a Unix socket.
public final class RpcBenchmark implements Benchmark {

    private static final int ROUNDS = 4;
    private static final Duration WARM_UP = Duration.ofSeconds(4);
    private static final Duration LENGTH = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "rpc";
    }

    @Override
    public String summary() {
        return "a blocking Probe over a Unix socket with 1 and 16 callers, beside plain grpc-java";
    }

    @Override
    public List<Row> run(Around around) throws Exception {
        Path folder = Files.createTempDirectory("stowage-bench");
        try (Ours ours = new Ours(folder.resolve("ours.sock"));
                PlainGrpc plain = new PlainGrpc(folder.resolve("plain.sock"))) {
            List<Row> rows = new ArrayList<>();
            for (int callers : List.of(1, 16)) {
                rows.addAll(compare(List.of(ours, plain), callers, around));
            }
            return rows;
        } finally {
            Files.deleteIfExists(folder.resolve("plain.sock"));
            Files.deleteIfExists(folder);
        }
    }

    private static List<Row> compare(List<Subject> subjects, int callers, Around around) throws Exception {
        List<Samples> taken = subjects.stream().map(_ -> new Samples()).toList();
        for (Subject subject : subjects) {
            Load.of(subject.channel(), callers, WARM_UP);
        }
        for (int round = 1; round <= ROUNDS; round++) {
            around.say("rpc: callers: " + callers + ", round " + round + " of " + ROUNDS);
            for (int i = 0; i < subjects.size(); i++) {
                taken.get(i).addAll(Load.of(subjects.get(i).channel(), callers, LENGTH));
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            Samples samples = taken.get(i);
            rows.add(new Row(
                    subjects.get(i).name() + ", " + callers + (callers == 1 ? " caller" : " callers"),
                    List.of(
                            new Figure("calls", samples.count()),
                            new Figure("p50 ms", samples.millis(0.5)),
                            new Figure("p99 ms", samples.millis(0.99)),
                            new Figure(
                                    "calls/s",
                                    samples.count()
                                            / (double)
                                                    LENGTH.multipliedBy(ROUNDS).toSeconds()))));
        }
        return rows;
    }
}
