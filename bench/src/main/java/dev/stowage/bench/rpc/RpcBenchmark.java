package dev.stowage.bench.rpc;

import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
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
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        Path folder = Files.createTempDirectory("stowage-bench");
        try (StowageGrpc stowageGrpc = new StowageGrpc(folder.resolve("ours.sock"));
                PlainGrpc plain = new PlainGrpc(folder.resolve("plain.sock"))) {
            List<ResultRow> rows = new ArrayList<>();
            for (int callers : List.of(1, 16)) {
                rows.addAll(compare(List.of(stowageGrpc, plain), callers, context));
            }
            return rows;
        } finally {
            Files.deleteIfExists(folder.resolve("plain.sock"));
            Files.deleteIfExists(folder);
        }
    }

    private static List<ResultRow> compare(List<RpcSubject> subjects, int callers, BenchmarkContext context)
            throws Exception {
        List<LatencySamples> taken =
                subjects.stream().map(_ -> new LatencySamples()).toList();
        for (RpcSubject rpcSubject : subjects) {
            ClosedLoopLoad.of(rpcSubject.channel(), callers, WARM_UP);
        }
        for (int round = 1; round <= ROUNDS; round++) {
            context.report("rpc: callers: " + callers + ", round " + round + " of " + ROUNDS);
            for (int i = 0; i < subjects.size(); i++) {
                taken.get(i).addAll(ClosedLoopLoad.of(subjects.get(i).channel(), callers, LENGTH));
            }
        }
        List<ResultRow> rows = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            LatencySamples latencySamples = taken.get(i);
            rows.add(new ResultRow(
                    subjects.get(i).name() + ", " + callers + (callers == 1 ? " caller" : " callers"),
                    List.of(
                            new Figure("calls", latencySamples.count()),
                            new Figure("p50 ms", latencySamples.millis(0.5)),
                            new Figure("p99 ms", latencySamples.millis(0.99)),
                            new Figure(
                                    "calls/s",
                                    latencySamples.count()
                                            / (double)
                                                    LENGTH.multipliedBy(ROUNDS).toSeconds()))));
        }
        return rows;
    }
}
