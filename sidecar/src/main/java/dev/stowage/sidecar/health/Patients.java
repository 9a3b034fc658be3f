package dev.stowage.sidecar.health;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Volume;
import java.util.List;
import java.util.Optional;

/// The volumes whose health matters here: the driver's, in use by a claim and, where a monitor runs on every node, on
/// this node only.
final class Patients {
    private final Mirror<Volume> volumes;
    private final KubeApi api;
    private final String driver;
    private final String node;

    /// @param node the only node that matters; empty for all
    Patients(Mirror<Volume> volumes, KubeApi api, String driver, String node) {
        this.volumes = volumes;
        this.api = api;
        this.driver = driver;
        this.node = node;
    }

    List<Volume> all() throws ApiFailure, InterruptedException {
        // A node's labels change rarely; one request in a round costs less than a watch.
        Optional<Node> here = node.isEmpty() ? Optional.empty() : api.find(Kinds.NODES, "", node);
        return volumes.all().stream()
                .filter(this::isDue)
                .filter(volume -> node.isEmpty()
                        || (here.isPresent() && volume.isOnlyOn(here.get().meta())))
                .toList();
    }

    boolean isDue(Volume volume) {
        return volume.isOf(driver) && volume.phase().equals("Bound") && !volume.isBeingDeleted();
    }

    Optional<Volume> find(String name) {
        return volumes.find(name).filter(this::isDue);
    }
}
