package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.sidecar.topology.NodeTopology;
import dev.stowage.sidecar.topology.VolumeNodeAffinity;
import java.util.Optional;

/// Finds the node that has a data source, when a provisioner runs on every node: the driver of another node
/// does not know the snapshots and volumes of this one, and says so with NOT_FOUND. Empty when it is not known;
/// the attempt to use the source then reports what is wrong with it.
record SourceNode(KubeClient api, Informer<PersistentVolumeClaim> claims, Informer<PersistentVolume> volumes) {

    /// The node whose snapshotter manages the snapshot. The snapshot controller writes it.
    Optional<String> ofSnapshot(NamespacedName key) throws InterruptedException {
        try {
            Optional<VolumeSnapshot> snapshot = api.find(Kinds.SNAPSHOTS, key.namespace(), key.name())
                    .filter(found -> !found.boundContent().isEmpty());
            return snapshot.isEmpty()
                    ? Optional.empty()
                    : api.find(Kinds.SNAPSHOT_CONTENTS, "", snapshot.get().boundContent())
                            .map(content -> content.meta().labels().getOrDefault(SnapshotMetadataKeys.MANAGED_BY, ""))
                            .filter(node -> !node.isEmpty());
        } catch (ApiFailure e) {
            return Optional.empty();
        }
    }

    /// The node that the volume of the claim was created on, unless the volume is accessible from this one.
    Optional<String> ofClaim(NamespacedName key, NodeTopology here) {
        Optional<PersistentVolumeClaim> source = claims.find(key);
        return source.flatMap(claim -> volumes.find(claim.volumeName()))
                .filter(volume -> !VolumeNodeAffinity.allows(volume.nodeTerms(), here.segments()))
                .flatMap(_ -> source)
                .map(claim -> claim.meta().annotation(VolumeAnnotations.SELECTED_NODE))
                .filter(node -> !node.isEmpty());
    }
}
