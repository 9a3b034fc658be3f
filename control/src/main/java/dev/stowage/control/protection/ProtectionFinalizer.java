package dev.stowage.control.protection;

import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.util.List;

/// Common to all protections: the finalizer is present while the object is not being deleted, or is in use.
final class ProtectionFinalizer {

    private ProtectionFinalizer() {}

    /// The server adds the finalizer to new objects; older ones get it here.
    static boolean lacks(KubeObject object, String finalizer) {
        return !object.isBeingDeleted() && !object.meta().hasFinalizer(finalizer);
    }

    static boolean isWaiting(KubeObject object, String finalizer) {
        return object.isBeingDeleted() && object.meta().hasFinalizer(finalizer);
    }

    static boolean concerns(KubeObject object, String finalizer) {
        return lacks(object, finalizer) || isWaiting(object, finalizer);
    }

    static <T extends KubeObject> List<ClusterAction> decide(Kind<T> kind, T seen, String finalizer, boolean used) {
        if (lacks(seen, finalizer)) {
            return List.of(new ClusterAction.PatchObject<>(kind, seen, Patch.addFinalizer(seen, finalizer)));
        }
        if (isWaiting(seen, finalizer) && !used) {
            return List.of(new ClusterAction.PatchObject<>(kind, seen, Patch.removeFinalizer(seen, finalizer)));
        }
        return List.of();
    }
}
