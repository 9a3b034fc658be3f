package dev.stowage.interop.soak;

import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.interop.up.UpProcess;
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
/// @param every the sampling interval
public record SoakScenario(Duration length, Duration every) {
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
    public record SoakResult(ResourceSample start, List<ResourceSample> work, ResourceSample end, int made, int late) {}

    /// Short beside the length: events come and go with claims and pods, so that what grows otherwise can be seen.
    public Duration eventTtl() {
        Duration part = length.dividedBy(EVENT_LIVES);
        return part.compareTo(LEAST_EVENT_TTL) < 0 ? LEAST_EVENT_TTL : part;
    }

    public SoakResult run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        Path data = workspace.directory("soak");
        UpProcess up = UpProcess.start(
                workspace, "soak", data, 1, "--event-ttl=" + eventTtl().toSeconds() + "s");
        try (KubeClient api = new KubeClient(
                ClusterAccess.of(data.resolve("kubeconfig").toString(), ""),
                RequestLimiter.adaptive(),
                "stowage-soak")) {
            ResourceSampler resourceSampler =
                    new ResourceSampler(api, up.daemon().pid(), data, System.nanoTime());
            ClaimChurn claimChurn = new ClaimChurn(api, CLASSES);
            for (int turn = 0; turn < FIRST_TURNS; turn++) {
                claimChurn.turn();
            }
            claimChurn.end();
            ResourceSample start = resourceSampler.sample();
            List<ResourceSample> work = work(workspace, claimChurn, resourceSampler);
            claimChurn.end();
            ResourceSample end = calm(resourceSampler, start);
            up.interrupt();
            return new SoakResult(start, work, end, claimChurn.made(), claimChurn.late());
        }
    }

    /// When what must be as it was is so, or after a while: the last unmounting, and the program that did it,
    /// may end a
    /// moment after the object that they were for.
    private static ResourceSample calm(ResourceSampler resourceSampler, ResourceSample start)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + CALM.toNanos();
        ResourceSample now = resourceSampler.sample();
        while (hasMore(now, start) && System.nanoTime() - end < 0) {
            TimeUnit.NANOSECONDS.sleep(TURN_NANOS);
            now = resourceSampler.sample();
        }
        return now;
    }

    private static boolean hasMore(ResourceSample now, ResourceSample start) {
        return Stream.of(SoakMetric.MOUNTS, SoakMetric.LOOP_DEVICES, SoakMetric.PROCESSES, SoakMetric.OBJECTS)
                .anyMatch(each -> now.value(each) > start.value(each));
    }

    private List<ResourceSample> work(SuiteWorkspace workspace, ClaimChurn claimChurn, ResourceSampler resourceSampler)
            throws IOException, InterruptedException {
        List<ResourceSample> readings = new ArrayList<>();
        long began = System.nanoTime();
        long lookAt = began + every.toNanos();
        for (long turn = 1; turn * TURN_NANOS <= length.toNanos(); turn++) {
            claimChurn.turn();
            if (System.nanoTime() >= lookAt) {
                readings.add(resourceSampler.sample());
                lookAt += every.toNanos();
                workspace.report(claimChurn.made() + " claims and pods, " + claimChurn.late() + " late");
            }
            TimeUnit.NANOSECONDS.sleep(began + turn * TURN_NANOS - System.nanoTime());
        }
        readings.add(resourceSampler.sample());
        return readings;
    }
}
