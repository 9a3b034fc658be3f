package dev.stowage.node;

import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.podworker.PodWorker;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops a node so that nothing is left running or mounted. The pod worker is closed first, so that it does not
/// restart what is stopped here.
record NodeTeardown(PodWorker runner, ContainerRuntime runtime, PodVolumes volumes) {
    private static final Logger log = LoggerFactory.getLogger(NodeTeardown.class);

    /// Short, because a user waits for the command to finish.
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration UNMOUNTING = Duration.ofSeconds(20);

    void run() {
        Set<String> uids = new HashSet<>();
        runner.pods().forEach(pod -> uids.add(pod.meta().uid()));
        runner.close();
        try {
            List<RuntimePod> pods = runtime.pods();
            pods.forEach(pod -> uids.add(pod.uid()));
            try (var ending = Executors.newVirtualThreadPerTaskExecutor()) {
                pods.forEach(pod -> ending.execute(() -> stop(pod)));
            }
            releaseVolumes(uids);
        } catch (IOException e) {
            log.warn("Cannot list the running pods; leaving them as they are: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop(RuntimePod pod) {
        try {
            for (RuntimeContainer container : pod.containers()) {
                if (container.runs()) {
                    runtime.stop(container.id(), GRACE);
                }
            }
            runtime.removePod(pod);
        } catch (IOException e) {
            log.warn("Cannot stop pod {}/{}: {}", pod.namespace(), pod.name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void releaseVolumes(Set<String> uids) throws InterruptedException {
        var changed = new Semaphore(1);
        volumes.listen(_ -> changed.release());
        uids.forEach(volumes::release);
        long end = System.nanoTime() + UNMOUNTING.toNanos();
        while (changed.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            uids.removeIf(uid -> volumes.status(uid) instanceof PodVolumeStatus.Unmounted);
            if (uids.isEmpty()) {
                return;
            }
        }
        log.warn("Volumes of these pods are still mounted: {}", uids);
    }
}
