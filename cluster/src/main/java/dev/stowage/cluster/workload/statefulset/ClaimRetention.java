package dev.stowage.cluster.workload.statefulset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.OwnerReferences;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.util.ArrayList;
import java.util.List;

/// With which object a claim is deleted. This is expressed by owner references alone, and the garbage
/// collector does the rest: a claim that is deleted with its set is owned by the set, one that is deleted
/// when scaled down is owned by that pod.
final class ClaimRetention {

    private ClaimRetention() {}

    /// Whether the claim is still owned by a deleted pod and will soon be deleted as well: no pod may use it
    /// again.
    static boolean isStale(StatefulSet set, PersistentVolumeClaim claim, String podName) {
        return set.deleteScaled()
                && claim.meta().ownerReferences().stream()
                        .anyMatch(ownerReference -> ownerReference.kind().equals("Pod")
                                && ownerReference.name().equals(podName));
    }

    /// Sets the owner references of the claim.
    static List<ClusterAction> settle(StatefulSet set, Pod pod, boolean wanted, PersistentVolumeClaim claim) {
        boolean toSet = set.deleteDeleted() && (wanted || !set.deleteScaled());
        boolean toPod = set.deleteScaled() && !wanted;
        if (isOfAnother(claim, Kinds.STATEFUL_SETS, set) || isOfAnother(claim, Kinds.PODS, pod)) {
            return List.of();
        }
        boolean strange = (set.deleteScaled() || set.deleteDeleted())
                && claim.meta()
                        .controller()
                        .filter(ownerReference -> !isMine(ownerReference, set) && !isMine(ownerReference, pod))
                        .isPresent();
        ArrayNode changes = Json.object().putArray("ownerReferences");
        point(claim, Kinds.STATEFUL_SETS, set, toSet && !strange, changes);
        point(claim, Kinds.PODS, pod, toPod && !strange, changes);
        if (changes.isEmpty()) {
            return List.of();
        }
        List<ClusterAction> actions = new ArrayList<>();
        if (strange) {
            actions.add(ClusterAction.RecordEvent.warning(
                    OwnerReferences.objectReference(Kinds.STATEFUL_SETS, set),
                    "ConflictingController",
                    "PersistentVolumeClaim %s has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim"
                            .formatted(claim.meta().name())));
        }
        ObjectNode change = Json.object();
        change.putObject("metadata").set("ownerReferences", changes);
        actions.add(new ClusterAction.PatchObject<>(
                Kinds.CLAIMS, claim, Patch.strategic(change).onlyIfUnchanged(claim)));
        return actions;
    }

    private static <P extends KubeObject> void point(
            PersistentVolumeClaim claim, Kind<P> kind, P owner, boolean wanted, ArrayNode changes) {
        List<ObjectMeta.OwnerReference> now = claim.meta().ownerReferences().stream()
                .filter(one -> isMine(one, owner))
                .toList();
        boolean acting = now.stream().allMatch(ObjectMeta.OwnerReference::controller);
        if (wanted && (now.isEmpty() || !acting)) {
            changes.add(OwnerReferences.reference(kind, owner));
        } else if (!wanted && !now.isEmpty()) {
            changes.addObject().put("$patch", "delete").put("uid", owner.meta().uid());
        }
    }

    /// Left by a deleted object of the same name: not ours to change.
    private static boolean isOfAnother(PersistentVolumeClaim claim, Kind<?> kind, KubeObject object) {
        return claim.meta().ownerReferences().stream()
                .anyMatch(ownerReference -> ownerReference.kind().equals(kind.name())
                        && ownerReference.name().equals(object.meta().name())
                        && !isMine(ownerReference, object));
    }

    private static boolean isMine(ObjectMeta.OwnerReference ownerReference, KubeObject object) {
        return ownerReference.uid().equals(object.meta().uid());
    }
}
