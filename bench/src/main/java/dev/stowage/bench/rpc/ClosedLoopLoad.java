package dev.stowage.bench.rpc;

import dev.stowage.bench.harness.LatencySamples;
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

/// Callers that each wait for a response before they send the next call.
final class ClosedLoopLoad {

    private ClosedLoopLoad() {}

    static LatencySamples of(Channel channel, int callers, Duration length)
            throws InterruptedException, ExecutionException {
        LatencySamples all = new LatencySamples();
        long end = System.nanoTime() + length.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<LatencySamples>> running = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                running.add(threads.submit(() -> caller(channel, end)));
            }
            for (Future<LatencySamples> each : running) {
                all.addAll(each.get());
            }
        }
        return all;
    }

    private static LatencySamples caller(Channel channel, long end) {
        var stub = IdentityGrpc.newBlockingStub(channel);
        LatencySamples latencySamples = new LatencySamples();
        long from = System.nanoTime();
        do {
            var answer = stub.probe(ProbeRequest.getDefaultInstance());
            long to = System.nanoTime();
            if (!answer.getReady().getValue()) {
                throw new IllegalStateException("the probe was answered with \"not ready\"");
            }
            latencySamples.add(to - from);
            from = to;
        } while (from - end < 0);
        return latencySamples;
    }
}
