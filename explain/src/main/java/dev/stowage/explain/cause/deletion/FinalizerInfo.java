package dev.stowage.explain.cause.deletion;

import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.k8s.names.StorageFinalizers;
import java.util.List;

/// The finalizers that keep an object from being deleted, and which controller removes them when.
final class FinalizerInfo {
    static final String CLAIM_IN_USE = StorageFinalizers.PVC_PROTECTION;
    static final String VOLUME_BOUND = StorageFinalizers.PV_PROTECTION;
    static final String SNAPSHOT_SOURCE = SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION;
    static final String CLONE_SOURCE = StorageFinalizers.CLONING_PROTECTION;
    static final String PROVISIONER = StorageFinalizers.EXTERNAL_PROVISIONER;
    static final String OLD_PROVISIONER = StorageFinalizers.PV_CONTROLLER;
    static final String ATTACHER = StorageFinalizers.EXTERNAL_ATTACHER_PREFIX;

    private FinalizerInfo() {}

    static List<String> of(KubeResource kubeResource) {
        return kubeResource
                .list("/metadata/finalizers")
                .map(each -> each.asText(""))
                .toList();
    }

    static boolean startsAny(KubeResource kubeResource, String prefix) {
        return of(kubeResource).stream().anyMatch(each -> each.startsWith(prefix));
    }

    /// Removes all finalizers. The caller states what must be checked before.
    static String removal(KubeResource kubeResource) {
        return KubectlCommands.on("patch", kubeResource) + " --type=merge -p '{\"metadata\":{\"finalizers\":null}}'";
    }

    static String meaning(String finalizer) {
        return switch (finalizer) {
            case CLAIM_IN_USE -> "removed when no pod uses the claim any more";
            case VOLUME_BOUND -> "removed when the volume is no longer bound to a claim";
            case SNAPSHOT_SOURCE -> "removed when the snapshot of the claim is taken";
            case CLONE_SOURCE -> "removed when the clone of the claim is provisioned";
            case PROVISIONER, OLD_PROVISIONER -> "removed when the driver has deleted the volume in the storage";
            // Any client may set one.
            default ->
                finalizer.startsWith(ATTACHER)
                        ? "removed when the driver has detached the volume from all nodes"
                        : "removed by the controller that set it";
        };
    }
}
