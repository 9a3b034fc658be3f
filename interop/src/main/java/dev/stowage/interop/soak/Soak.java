package dev.stowage.interop.soak;

import dev.stowage.interop.node.RunningUp;
import dev.stowage.interop.suite.Bench;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// `stowage up` for a while, with a claim and a pod each second.
///
/// @param length of the work, without start and end
/// @param every how often it is looked at
public record Soak(Duration length, Duration every) {
    private static final long TURN_NANOS = Duration.ofSeconds(1).toNanos();

    /// Of each driver and backend one.
    private static final List<String> CLASSES = List.of("stowage", "stowage-folder", "stowage-disk");

    private static final int EVENT_LIVES = 12;
    private static final Duration LEAST_EVENT_TTL = Duration.ofSeconds(5);

    /// Once around the classes, so that pools and connections are there before the first look.
    private static final int FIRST_TURNS = 6;

    private static final Duration CALM = Duration.ofSeconds(30);

    /// @param start with nothing in the cluster, after the first few had come and gone
    /// @param work while they come and go
    /// @param end with nothing in the cluster again
    /// @param made how many came and went
    /// @param late how many were not finished when their time was over
    public record Outcome(Reading start, List<Reading> work, Reading end, int made, int late) {}

    /// Short beside the length: events come and go with claims and pods, so that what grows otherwise can be seen.
    public Duration eventTtl() {
        Duration part = length.dividedBy(EVENT_LIVES);
        return part.compareTo(LEAST_EVENT_TTL) < 0 ? LEAST_EVENT_TTL : part;
    }

    public Outcome run(Bench bench) throws IOException, InterruptedException {
        Path data = bench.directory("soak");
        RunningUp up = RunningUp.start(
                bench, "soak", data, 1, "--event-ttl=" + eventTtl().toSeconds() + "s");
        try (KubeClient api =
                new KubeClient(ClusterAccess.of(data.resolve("kubeconfig").toString(), ""), RequestLimiter.adaptive(), "stowage-soak")) {
            Gauge gauge = new Gauge(api, up.daemon().pid(), data, System.nanoTime());
            Churn churn = new Churn(api, CLASSES);
            for (int turn = 0; turn < FIRST_TURNS; turn++) {
                churn.turn();
            }
            churn.end();
            Reading start = gauge.read();
            List<Reading> work = work(bench, churn, gauge);
            churn.end();
            Reading end = calm(gauge, start);
            up.interrupt();
            return new Outcome(start, work, end, churn.made(), churn.late());
        }
    }

    /// When what must be as it was is so, or after a while: the last unmounting, and the program that did it, may end a
    /// moment after the object that they were for.
    private static Reading calm(Gauge gauge, Reading start) throws IOException, InterruptedException {
        long end = System.nanoTime() + CALM.toNanos();
        Reading now = gauge.read();
        while (hasMore(now, start) && System.nanoTime() - end < 0) {
            TimeUnit.NANOSECONDS.sleep(TURN_NANOS);
            now = gauge.read();
        }
        return now;
    }

    private static boolean hasMore(Reading now, Reading start) {
        return Stream.of(Measure.MOUNTS, Measure.LOOP_DEVICES, Measure.PROCESSES, Measure.OBJECTS)
                .anyMatch(each -> now.value(each) > start.value(each));
    }

    private List<Reading> work(Bench bench, Churn churn, Gauge gauge) throws IOException, InterruptedException {
        List<Reading> readings = new ArrayList<>();
        long began = System.nanoTime();
        long lookAt = began + every.toNanos();
        for (long turn = 1; turn * TURN_NANOS <= length.toNanos(); turn++) {
            churn.turn();
            if (System.nanoTime() >= lookAt) {
                readings.add(gauge.read());
                lookAt += every.toNanos();
                bench.say(churn.made() + " claims and pods, " + churn.late() + " late");
            }
            TimeUnit.NANOSECONDS.sleep(began + turn * TURN_NANOS - System.nanoTime());
        }
        readings.add(gauge.read());
        return readings;
    }
}
