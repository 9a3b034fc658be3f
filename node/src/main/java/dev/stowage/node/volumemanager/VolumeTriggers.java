package dev.stowage.node.volumemanager;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.volumemanager.desired.PodClaims;
import java.util.function.Predicate;

/// Enqueues pods and volumes when an object changes that their volumes depend on.
final class VolumeTriggers {
    private final StateOfWorld stateOfWorld;
    private final WorkQueue<String> podQueue;
    private final DriverQueues driverQueues;
    private final VolumesInUseReporter volumesInUseReporter;

    VolumeTriggers(
            StateOfWorld stateOfWorld,
            WorkQueue<String> podQueue,
            DriverQueues driverQueues,
            VolumesInUseReporter volumesInUseReporter) {
        this.stateOfWorld = stateOfWorld;
        this.podQueue = podQueue;
        this.driverQueues = driverQueues;
        this.volumesInUseReporter = volumesInUseReporter;
    }

    void register(
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            Informer<CsiDriver> csiDrivers) {
        claims.addEventHandler((before, now) -> {
            PersistentVolumeClaim claim = now != null ? now : before;
            if (claim != null) {
                enqueueUsers(claim.key());
            }
        });
        volumes.addEventHandler((before, now) -> {
            PersistentVolume volume = now != null ? now : before;
            ObjectReference claim = volume == null ? null : volume.claim();
            if (claim != null) {
                enqueueUsers(claim.key());
            }
        });
        csiDrivers.addEventHandler((before, now) -> {
            CsiDriver driver = now != null ? now : before;
            if (driver != null) {
                enqueue(pod -> PodClaims.hasInline(pod, driver.meta().name()));
                driverChanged(driver.meta().name());
            }
        });
    }

    private void enqueueUsers(NamespacedName claim) {
        enqueue(pod -> PodClaims.uses(pod, claim));
    }

    private void enqueue(Predicate<NodePod> selected) {
        stateOfWorld.pods(selected).forEach(podQueue::add);
    }

    void driverChanged(String driver) {
        volumesInUseReporter.report();
        stateOfWorld.volumes().stream()
                .filter(volume -> volume.driver().equals(driver))
                .forEach(driverQueues::add);
    }

    void attachedVolumesChanged() {
        driverQueues.addAll(stateOfWorld.awaited());
    }
}
