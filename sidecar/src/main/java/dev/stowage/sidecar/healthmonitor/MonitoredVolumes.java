package dev.stowage.sidecar.healthmonitor;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;
import java.util.Optional;

/// The volumes to check: those of the driver that are bound to a claim and, where a monitor runs on every
/// node, accessible from this node.
final class MonitoredVolumes {
    private final Informer<PersistentVolume> volumes;
    private final KubeClient api;
    private final String driver;
    private final String node;

    /// @param node the only node to check; empty for all
    MonitoredVolumes(Informer<PersistentVolume> volumes, KubeClient api, String driver, String node) {
        this.volumes = volumes;
        this.api = api;
        this.driver = driver;
        this.node = node;
    }

    List<PersistentVolume> all() throws ApiFailure, InterruptedException {
        // A node's labels change rarely; one request per round costs less than a watch.
        Optional<Node> here = node.isEmpty() ? Optional.empty() : api.find(Kinds.NODES, "", node);
        return volumes.all().stream()
                .filter(this::isMonitored)
                .filter(volume -> node.isEmpty()
                        || (here.isPresent() && volume.isOnlyOn(here.get().meta())))
                .toList();
    }

    boolean isMonitored(PersistentVolume volume) {
        return volume.isOf(driver) && volume.phase().equals("Bound") && !volume.isBeingDeleted();
    }

    Optional<PersistentVolume> find(String name) {
        return volumes.find(name).filter(this::isMonitored);
    }
}
