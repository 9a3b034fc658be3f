package dev.stowage.control.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.bind.Fit;
import dev.stowage.control.bind.Names;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;

/// What comes next for one claim of a pod on its way. The scheduler only says what it wants: which volume is for which
/// claim, or where a volume shall be made; the binder and the provisioner do it.
sealed interface ClaimStep {

    record Do(Act act) implements ClaimStep {}

    record Pending() implements ClaimStep {}

    record Ready() implements ClaimStep {}

    record Broken(String why) implements ClaimStep {}

    static ClaimStep of(Choice choice, Assumed assumed, Progress.Sight sight, Node node) {
        PersistentVolumeClaim claim = sight.claims().get(choice.claim().key());
        if (claim == null || !claim.meta().uid().equals(choice.claim().meta().uid())) {
            return new Broken("failed to check binding: could not find v1.PersistentVolumeClaim \""
                    + choice.claim().key() + "\"");
        }
        boolean written = assumed.state() != Assumed.State.DECIDED;
        return switch (choice) {
            case Choice.Take take -> take(claim, take.volume(), written, sight, node);
            case Choice.Provision _ -> provision(claim, written, sight, node);
        };
    }

    private static ClaimStep take(PersistentVolumeClaim claim, PersistentVolume chosen, boolean written, Progress.Sight sight, Node node) {
        String name = chosen.meta().name();
        PersistentVolume volume = sight.volumes().get(name);
        if (volume == null) {
            return new Broken("failed to check binding: could not find v1.PersistentVolume \"" + name + "\"");
        }
        if (!CsiVolumes.translated(volume).isUsableOn(node.meta())) {
            return elsewhere(volume, node);
        }
        ObjectReference reference = volume.claim();
        boolean ours = Fit.isReserved(volume, claim);
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
        return new Do(new Act.Change<>(Kinds.VOLUMES, volume, reserve(volume, claim, ours)));
    }

    /// A volume that its owner reserved by name stays reserved when it is let go; one that was free is marked,
    /// so that it will be free again.
    private static Patch reserve(PersistentVolume volume, PersistentVolumeClaim claim, boolean ours) {
        ObjectNode change = Json.object();
        if (!ours) {
            change.putObject("metadata").putObject("annotations").put(Names.BOUND_BY_CONTROLLER, "yes");
        }
        claim.reference().writeTo(change.putObject("spec").putObject("claimRef"));
        return Patch.merge(change).onlyIfUnchanged(volume);
    }

    private static ClaimStep provision(PersistentVolumeClaim claim, boolean written, Progress.Sight sight, Node node) {
        String selected = claim.meta().annotation(Names.SELECTED_NODE);
        boolean here = selected.equals(node.meta().name());
        if (!here && written) {
            return new Broken("provisioning failed for PVC \"" + claim.meta().name() + "\"");
        }
        PersistentVolume volume = sight.volumes().get(claim.volumeName());
        if (volume != null && !CsiVolumes.translated(volume).isUsableOn(node.meta())) {
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
                .put(Names.SELECTED_NODE, node.meta().name());
        return new Do(new Act.Change<>(Kinds.CLAIMS, claim, Patch.merge(change).onlyIfUnchanged(claim)));
    }

    static boolean isFullyBound(PersistentVolumeClaim claim) {
        return !claim.volumeName().isEmpty() && claim.meta().annotations().containsKey(Names.BIND_COMPLETED);
    }

    private static ClaimStep bound(PersistentVolumeClaim claim) {
        return isFullyBound(claim) ? new Ready() : new Pending();
    }

    private static Broken elsewhere(PersistentVolume volume, Node node) {
        return new Broken("pv \"" + volume.meta().name() + "\" node affinity doesn't match node \""
                + node.meta().name() + "\": no matching NodeSelectorTerms");
    }
}
