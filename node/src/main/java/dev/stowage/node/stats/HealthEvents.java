package dev.stowage.node.stats;

import dev.stowage.csi.HealthFinding;
import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.NodeGetStorageHealthRequest;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pod.NodePod;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports what drivers say about health: problems of a volume on its pods, and problems of the storage, as
/// seen from this node, on the node. Thread-safe.
final class HealthEvents {
    private static final Logger log = LoggerFactory.getLogger(HealthEvents.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final NodeContext nodeContext;
    private final ReportedHealth<VolumeStatsTarget.Key> volumes = new ReportedHealth<>();
    private final ReportedHealth<String> storage = new ReportedHealth<>();
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    HealthEvents(NodeContext nodeContext) {
        this.nodeContext = nodeContext;
    }

    void volume(NodePod pod, VolumeStatsTarget target, VolumeCondition condition) {
        Instant now = nodeContext.clock().instant();
        String of = "Volume " + target.volume() + ": ";
        switch (volumes.update(target.key(), condition, now)) {
            case ABNORMAL ->
                nodeContext
                        .events()
                        .warning(
                                pod.reference(),
                                VolumeEventReasons.VOLUME_CONDITION_ABNORMAL,
                                of + condition.message());
            case NORMAL ->
                nodeContext
                        .events()
                        .normal(
                                pod.reference(),
                                VolumeEventReasons.VOLUME_CONDITION_NORMAL,
                                of + "The Volume returns to the healthy state");
            case NOTHING -> {}
        }
    }

    /// Forgets volumes that are not there any more.
    void retain(Collection<VolumeStatsTarget.Key> keys) {
        volumes.retain(keys);
    }

    static boolean reportsStorage(NodeDriver driver) {
        return driver.can(NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH);
    }

    /// Calls the driver; a driver that hangs is not called again meanwhile.
    void checkStorage(NodeDriver driver) {
        if (!underWay.add(driver.name())) {
            return;
        }
        try {
            List<HealthFinding> findings = HealthFinding.of(
                    driver.node(TIMEOUT).nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance()));
            report(driver.name(), findings);
        } catch (StatusRuntimeException e) {
            log.debug("Cannot get the storage health of driver {}: {}", driver.name(), RpcErrorText.of(e));
        } finally {
            underWay.remove(driver.name());
        }
    }

    private void report(String driver, List<HealthFinding> findings) {
        var condition = new VolumeCondition(!findings.isEmpty(), HealthFinding.text(findings));
        String of = "Storage of driver " + driver + ": ";
        switch (storage.update(driver, condition, nodeContext.clock().instant())) {
            case ABNORMAL -> nodeContext.events().warning(node(), "StorageHealthAbnormal", of + condition.message());
            case NORMAL ->
                nodeContext.events().normal(node(), "StorageHealthNormal", of + "The storage is healthy again");
            case NOTHING -> {}
        }
    }

    /// The reference that the kubelet uses for events on its node: the name takes the place of the UID.
    private ObjectReference node() {
        return new ObjectReference("v1", "Node", "", nodeContext.node(), nodeContext.node(), "");
    }
}
