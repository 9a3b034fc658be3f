package dev.stowage.node.volumemanager;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.nodestatus.NodeStatus;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
import dev.stowage.node.volumemanager.reconciler.VolumeAction;
import dev.stowage.node.volumemanager.reconciler.VolumeDecision;
import dev.stowage.node.volumemanager.reconciler.VolumeState;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reconciles one volume: carries out the decided actions until none is left.
final class VolumeWorker {
    private static final Logger log = LoggerFactory.getLogger(VolumeWorker.class);
    /// Each round makes progress; more rounds than this would be a bug.
    private static final int MOST_ROUNDS = 16;

    private final StateOfWorld stateOfWorld;
    private final ObjectLookup objectLookup;
    private final RegisteredDrivers registeredDrivers;
    private final NodeStatus node;
    private final Informer<Node> nodes;
    private final String nodeName;
    private final VolumeExecutor volumeExecutor;
    private final RepublishSchedule republishSchedule;
    private final VolumeExpander volumeExpander;
    private final MountRepair mountRepair;
    private final VolumeManagerMetrics metrics;

    VolumeWorker(
            NodeContext nodeContext,
            StateOfWorld stateOfWorld,
            ObjectLookup objectLookup,
            RegisteredDrivers registeredDrivers,
            NodeStatus node,
            VolumeExecutor volumeExecutor,
            RepublishSchedule republishSchedule,
            VolumeExpander volumeExpander,
            MountRepair mountRepair) {
        this.stateOfWorld = stateOfWorld;
        this.objectLookup = objectLookup;
        this.registeredDrivers = registeredDrivers;
        this.node = node;
        this.nodes = nodeContext.informers().of(Kinds.NODES);
        this.nodeName = nodeContext.node();
        this.volumeExecutor = volumeExecutor;
        this.republishSchedule = republishSchedule;
        this.volumeExpander = volumeExpander;
        this.mountRepair = mountRepair;
        this.metrics = new VolumeManagerMetrics(nodeContext.metrics(), stateOfWorld);
    }

    ReconcileResult work(VolumeKey volume) throws InterruptedException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<VolumeAction> steps = VolumeDecision.decide(situation(volume));
            boolean moved = false;
            boolean failed = false;
            for (VolumeAction volumeAction : steps) {
                switch (carryOut(volume, volumeAction)) {
                    case DONE -> moved = true;
                    case FAILED -> failed = true;
                    case WAITS -> {}
                }
            }
            if (failed) {
                return ReconcileResult.retry("");
            }
            if (!moved) {
                return ReconcileResult.done();
            }
        }
        log.warn("Volume {} did not become stable; giving up for now.", volume);
        return ReconcileResult.retry("");
    }

    private VolumeState situation(VolumeKey volume) {
        boolean attaches = objectLookup.attaches(volume.driver());
        ActualVolume actual = stateOfWorld.actual(volume);
        List<DesiredVolume> desired = stateOfWorld.desired(volume);
        return new VolumeState(
                actual,
                desired,
                attaches,
                attaches && AttachedVolumes.read(node).has(volume),
                registeredDrivers
                        .find(volume.driver())
                        .map(driver -> new VolumeState.DriverCapabilities(driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)))
                        .orElse(null),
                nodes.find(nodeName).map(KubeObject::meta).orElse(null),
                anew(actual),
                mountRepair.mustRestage(volume),
                desired.stream()
                        .filter(volumeExpander::isDue)
                        .map(DesiredVolume::podVolumeKey)
                        .collect(Collectors.toSet()),
                stateOfWorld.active(actual),
                stateOfWorld.isComplete());
    }

    private Set<PodVolumeKey> anew(ActualVolume actual) {
        Set<PodVolumeKey> spots = new HashSet<>(republishSchedule.due(actual));
        spots.addAll(mountRepair.broken(actual));
        return spots;
    }

    private VolumeExecutor.Result carryOut(VolumeKey volume, VolumeAction volumeAction) throws InterruptedException {
        long began = System.nanoTime();
        VolumeExecutor.Result result;
        try {
            result = volumeExecutor.execute(volume, volumeAction);
        } catch (IOException e) {
            log.warn("Volume {}: {}", volume, e.getMessage());
            result = VolumeExecutor.Result.FAILED;
        }
        if (result != VolumeExecutor.Result.WAITS) {
            boolean succeeded = result == VolumeExecutor.Result.DONE;
            metrics.observe(volume, volumeAction, succeeded, Duration.ofNanos(System.nanoTime() - began));
        }
        return result;
    }
}
