package dev.stowage.cluster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeClaimMatch;

/// The next step for one claim of a pod that is being bound. The scheduler only writes its choice: which
/// volume for which claim, or where to provision; the binder and the provisioner execute it.
sealed interface ClaimBindingDecision {

    record Do(ClusterAction clusterAction) implements ClaimBindingDecision {}

    record Pending() implements ClaimBindingDecision {}

    record Ready() implements ClaimBindingDecision {}

    record Broken(String why) implements ClaimBindingDecision {}

    static ClaimBindingDecision of(
            VolumeChoice volumeChoice, AssumedPod assumedPod, PodBindingDecision.BindingState bindingState, Node node) {
        PersistentVolumeClaim claim =
                bindingState.claims().get(volumeChoice.claim().key());
        if (claim == null
                || !claim.meta().uid().equals(volumeChoice.claim().meta().uid())) {
            return new Broken("failed to check binding: could not find v1.PersistentVolumeClaim \""
                    + volumeChoice.claim().key() + "\"");
        }
        boolean written = assumedPod.state() != AssumedPod.State.DECIDED;
        return switch (volumeChoice) {
            case VolumeChoice.Take take -> take(claim, take.volume(), written, bindingState, node);
            case VolumeChoice.Provision _ -> provision(claim, written, bindingState, node);
        };
    }

    private static ClaimBindingDecision take(
            PersistentVolumeClaim claim,
            PersistentVolume chosen,
            boolean written,
            PodBindingDecision.BindingState bindingState,
            Node node) {
        String name = chosen.meta().name();
        PersistentVolume volume = bindingState.volumes().get(name);
        if (volume == null) {
            return new Broken("failed to check binding: could not find v1.PersistentVolume \"" + name + "\"");
        }
        if (!CsiVolumeUsage.translated(volume).isUsableOn(node.meta())) {
            return elsewhere(volume, node);
        }
        ObjectReference reference = volume.claim();
        boolean ours = VolumeClaimMatch.isReserved(volume, claim);
        if (ours && reference != null && !reference.uid().isEmpty()) {
            return bound(claim);
        }
        if (written) {
            return new Broken("ClaimRef got reset for pv \"" + name + "\"");
        }
        if ((reference != null && !ours) || !claim.volumeName().isEmpty()) {
            return new Broken(
                    "pv \"" + name + "\" is no longer for PVC \"" + claim.meta().name() + "\"");
        }
        return new Do(new ClusterAction.PatchObject<>(Kinds.VOLUMES, volume, reserve(volume, claim, ours)));
    }

    /// A volume that a user reserved by name stays reserved when it is released; one that was available is
    /// marked, so that it becomes available again.
    private static Patch reserve(PersistentVolume volume, PersistentVolumeClaim claim, boolean ours) {
        ObjectNode change = Json.object();
        if (!ours) {
            change.putObject("metadata").putObject("annotations").put(VolumeAnnotations.BOUND_BY_CONTROLLER, "yes");
        }
        claim.reference().writeTo(change.putObject("spec").putObject("claimRef"));
        return Patch.merge(change).onlyIfUnchanged(volume);
    }

    private static ClaimBindingDecision provision(
            PersistentVolumeClaim claim, boolean written, PodBindingDecision.BindingState bindingState, Node node) {
        String selected = claim.meta().annotation(VolumeAnnotations.SELECTED_NODE);
        boolean here = selected.equals(node.meta().name());
        if (!here && written) {
            return new Broken("provisioning failed for PVC \"" + claim.meta().name() + "\"");
        }
        PersistentVolume volume = bindingState.volumes().get(claim.volumeName());
        if (volume != null && !CsiVolumeUsage.translated(volume).isUsableOn(node.meta())) {
            return elsewhere(volume, node);
        }
        if (!claim.volumeName().isEmpty() && volume == null) {
            return new Pending();
        }
        if (here || isFullyBound(claim)) {
            return bound(claim);
        }
        if (!selected.isEmpty()) {
            return new Broken("PVC \"" + claim.meta().name() + "\" is to be provisioned for node \"" + selected + "\"");
        }
        ObjectNode change = Json.object();
        change.putObject("metadata")
                .putObject("annotations")
                .put(VolumeAnnotations.SELECTED_NODE, node.meta().name());
        return new Do(new ClusterAction.PatchObject<>(
                Kinds.CLAIMS, claim, Patch.merge(change).onlyIfUnchanged(claim)));
    }

    static boolean isFullyBound(PersistentVolumeClaim claim) {
        return !claim.volumeName().isEmpty()
                && claim.meta().annotations().containsKey(VolumeAnnotations.BIND_COMPLETED);
    }

    private static ClaimBindingDecision bound(PersistentVolumeClaim claim) {
        return isFullyBound(claim) ? new Ready() : new Pending();
    }

    private static Broken elsewhere(PersistentVolume volume, Node node) {
        return new Broken("pv \"" + volume.meta().name() + "\" node affinity doesn't match node \""
                + node.meta().name() + "\": no matching NodeSelectorTerms");
    }
}
