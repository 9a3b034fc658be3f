package dev.stowage.explain.cause.deletion;

import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.List;

/// The marks that keep an object from going, each of which somebody takes away when its work is done.
final class FinalizerInfo {
    static final String CLAIM_IN_USE = "kubernetes.io/pvc-protection";
    static final String VOLUME_BOUND = "kubernetes.io/pv-protection";
    static final String SNAPSHOT_SOURCE = "snapshot.storage.kubernetes.io/pvc-as-source-protection";
    static final String CLONE_SOURCE = "provisioner.storage.kubernetes.io/cloning-protection";
    static final String PROVISIONER = "external-provisioner.volume.kubernetes.io/finalizer";
    static final String OLD_PROVISIONER = "kubernetes.io/pv-controller";
    static final String ATTACHER = "external-attacher/";

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

    /// Takes all away. Whoever offers it says what has to be checked before.
    static String removal(KubeResource kubeResource) {
        return KubectlCommands.on("patch", kubeResource) + " --type=merge -p '{\"metadata\":{\"finalizers\":null}}'";
    }

    static String meaning(String finalizer) {
        return switch (finalizer) {
            case CLAIM_IN_USE -> "goes when no pod uses the claim any more";
            case VOLUME_BOUND -> "goes when the volume is not bound to a claim any more";
            case SNAPSHOT_SOURCE -> "goes when the snapshot of the claim is made";
            case CLONE_SOURCE -> "goes when the copy of the claim is made";
            case PROVISIONER, OLD_PROVISIONER -> "goes when the driver has deleted the volume in the storage";
            // Anybody may set one.
            default ->
                finalizer.startsWith(ATTACHER)
                        ? "goes when the driver has detached the volume everywhere"
                        : "goes when whoever set it takes it away";
        };
    }
}
