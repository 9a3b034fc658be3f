package dev.stowage.control.binder;

import dev.stowage.k8s.VolumeAnnotations;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterAction.RecordEvent;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeClaimMatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to do about a claim, given what can be seen.
public final class ClaimDecision {
    private final ClaimState state;
    private final PersistentVolumeClaim claim;
    private final PatchBuilder<PersistentVolumeClaim> patchBuilder;

    private ClaimDecision(ClaimState state) {
        this.state = state;
        this.claim = state.claim();
        this.patchBuilder = new PatchBuilder<>(Kinds.CLAIMS, claim);
        patchBuilder.annotate(MigrationAnnotations.ofClaim(claim.meta()));
    }

    public static List<ClusterAction> decide(ClaimState state) {
        var decision = new ClaimDecision(state);
        if (has(state.claim(), VolumeAnnotations.BIND_COMPLETED)) {
            return decision.boundBefore();
        }
        return state.claim().volumeName().isEmpty() ? decision.anyVolume() : decision.namedVolume();
    }

    /// The claim takes whatever fits.
    private List<ClusterAction> anyVolume() {
        PersistentVolume volume = state.volume();
        if (volume != null) {
            return bind(volume);
        }
        StorageClass standard = state.defaultClass();
        if (claim.effectiveClass() == null && standard != null) {
            // It was made before there was a default. What the class means for it shows at the next look.
            patchBuilder.spec().put("storageClassName", standard.meta().name());
            return patchBuilder.actions();
        }
        if (state.isDelayed() && !has(claim, VolumeAnnotations.SELECTED_NODE)) {
            return pending(waiting());
        }
        if (!VolumeClaimMatch.classOf(claim).isEmpty()) {
            return state.provisioning() ? provision() : patchBuilder.actions();
        }
        return pending(RecordEvent.normal(
                claim.reference(),
                "FailedBinding",
                "no persistent volumes available for this claim and no storage class is set"));
    }

    private RecordEvent waiting() {
        List<String> pods = state.consumers();
        if (pods.isEmpty()) {
            return RecordEvent.normal(
                    claim.reference(),
                    "WaitForFirstConsumer",
                    "waiting for first consumer to be created before binding");
        }
        return RecordEvent.normal(
                claim.reference(),
                "WaitForPodScheduled",
                "waiting for " + (pods.size() == 1 ? "pod " : "pods ") + String.join(",", pods) + " to be scheduled");
    }

    private List<ClusterAction> provision() {
        return switch (ProvisionerChoice.of(VolumeClaimMatch.classOf(claim), state.storageClass())) {
            case ProvisionerChoice.None(String why) ->
                told(RecordEvent.warning(claim.reference(), "ProvisioningFailed", why));
            case ProvisionerChoice.Driver(String name) -> {
                if (!claim.meta().annotation(VolumeAnnotations.PROVISIONER).equals(name)) {
                    patchBuilder.annotate(VolumeAnnotations.PROVISIONER, name);
                    patchBuilder.annotate(VolumeAnnotations.OLD_PROVISIONER, name);
                    patchBuilder.annotate(MigrationAnnotations.annotations(claim.meta(), name));
                }
                yield told(RecordEvent.normal(
                        claim.reference(),
                        "ExternalProvisioning",
                        "Waiting for a volume to be created either by the external provisioner '" + name
                                + "' or manually by the system administrator. If volume creation is delayed, please "
                                + "verify that the provisioner is running and correctly registered."));
            }
        };
    }

    /// The claim's maker asked for one volume and no other.
    private List<ClusterAction> namedVolume() {
        PersistentVolume volume = state.volume();
        if (volume == null) {
            ClaimPhase.without(patchBuilder, claim, ClaimPhase.PENDING);
            return patchBuilder.actions();
        }
        if (volume.claim() == null) {
            String obstacle = VolumeClaimMatch.mismatch(volume, claim);
            return obstacle == null
                    ? bind(volume)
                    : pending(RecordEvent.warning(
                            claim.reference(),
                            "VolumeMismatch",
                            "Cannot bind to requested volume \"" + volume.meta().name() + "\": " + obstacle));
        }
        if (VolumeClaimMatch.isReserved(volume, claim)) {
            return bind(volume);
        }
        RecordEvent taken = RecordEvent.warning(
                claim.reference(),
                "FailedBinding",
                "volume \"" + volume.meta().name() + "\" already bound to a different claim.");
        // Its pointer is ours, yet it was never bound: somebody has edited it, and its phase may tell them how.
        return has(claim, VolumeAnnotations.BOUND_BY_CONTROLLER) ? told(taken) : pending(taken);
    }

    private List<ClusterAction> boundBefore() {
        PersistentVolume volume = state.volume();
        if (claim.volumeName().isEmpty()) {
            return lost("ClaimLost", "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
        }
        if (volume == null) {
            return lost("ClaimLost", "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
        }
        ObjectReference ref = volume.claim();
        return ref == null || ref.uid().equals(claim.meta().uid())
                ? bind(volume)
                : lost("ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
    }

    /// The volume first: its pointer is what keeps a second claim away.
    private List<ClusterAction> bind(PersistentVolume volume) {
        List<ClusterAction> actions = new ArrayList<>(VolumeClaimRef.set(claim, volume));
        if (!claim.volumeName().equals(volume.meta().name())) {
            patchBuilder.spec().put("volumeName", volume.meta().name());
            if (!has(claim, VolumeAnnotations.BOUND_BY_CONTROLLER)) {
                patchBuilder.annotate(VolumeAnnotations.BOUND_BY_CONTROLLER, "yes");
            }
        }
        if (!has(claim, VolumeAnnotations.BIND_COMPLETED)) {
            patchBuilder.annotate(VolumeAnnotations.BIND_COMPLETED, "yes");
        }
        ClaimPhase.bound(patchBuilder, claim, volume);
        actions.addAll(patchBuilder.actions());
        return actions;
    }

    private List<ClusterAction> lost(String reason, String message) {
        if (claim.status().phase().equals(ClaimPhase.LOST)) {
            return patchBuilder.actions();
        }
        ClaimPhase.without(patchBuilder, claim, ClaimPhase.LOST);
        return told(RecordEvent.warning(claim.reference(), reason, message));
    }

    private List<ClusterAction> pending(RecordEvent why) {
        ClaimPhase.without(patchBuilder, claim, ClaimPhase.PENDING);
        return told(why);
    }

    private List<ClusterAction> told(RecordEvent recordEvent) {
        List<ClusterAction> actions = new ArrayList<>(patchBuilder.actions());
        actions.add(recordEvent);
        return actions;
    }

    private static boolean has(PersistentVolumeClaim claim, String annotation) {
        return claim.meta().annotations().containsKey(annotation);
    }

    static boolean isUnbound(@Nullable PersistentVolumeClaim claim) {
        return claim != null && !has(claim, VolumeAnnotations.BIND_COMPLETED);
    }
}
