package dev.stowage.bench.rpc;

import dev.stowage.bench.Samples;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import io.grpc.Channel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Callers that each wait for an answer before they ask again.
final class Load {

    private Load() {}

    static Samples of(Channel channel, int callers, Duration length) throws InterruptedException, ExecutionException {
        Samples all = new Samples();
        long end = System.nanoTime() + length.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Samples>> running = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                running.add(threads.submit(() -> caller(channel, end)));
            }
            for (Future<Samples> each : running) {
                all.addAll(each.get());
            }
        }
        return all;
    }

    private static Samples caller(Channel channel, long end) {
        var stub = IdentityGrpc.newBlockingStub(channel);
        Samples samples = new Samples();
        long from = System.nanoTime();
        do {
            var answer = stub.probe(ProbeRequest.getDefaultInstance());
            long to = System.nanoTime();
            if (!answer.getReady().getValue()) {
                throw new IllegalStateException("the probe was answered with \"not ready\"");
            }
            samples.add(to - from);
            from = to;
        } while (from - end < 0);
        return samples;
    }
}
