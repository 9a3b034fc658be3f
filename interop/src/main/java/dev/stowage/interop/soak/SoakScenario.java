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

/// Runs `stowage up` with one new claim and pod per second.
///
/// @param length of the load phase, without start and end
/// @param every the sampling interval
public record SoakScenario(Duration length, Duration every) {
    private static final long TURN_NANOS = Duration.ofSeconds(1).toNanos();

    /// One class of each driver and backend.
    private static final List<String> CLASSES = List.of("stowage", "stowage-folder", "stowage-disk");

    private static final int EVENT_LIVES = 12;
    private static final Duration LEAST_EVENT_TTL = Duration.ofSeconds(5);

    /// Uses every class, so that pools and connections exist before the first sample.
    private static final int FIRST_TURNS = 6;

    private static final Duration CALM = Duration.ofSeconds(30);

    /// @param start with an empty cluster, after the warm-up
    /// @param work during the load
    /// @param end with an empty cluster again
    /// @param made how many were created and deleted
    /// @param late how many did not finish in time
    public record SoakResult(ResourceSample start, List<ResourceSample> work, ResourceSample end, int made, int late) {}

    /// Short compared with the length: events must not accumulate and hide other growth.
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

    /// Waits until the metrics are as at the start, or for a timeout: the last unmount and its process may end
    /// a moment after the object is deleted.
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
