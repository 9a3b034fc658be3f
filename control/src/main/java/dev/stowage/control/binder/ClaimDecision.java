package dev.stowage.control.binder;

import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.k8s.names.VolumeEventReasons;
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

/// Decides for a claim.
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

    /// The claim takes any volume that matches.
    private List<ClusterAction> anyVolume() {
        PersistentVolume volume = state.volume();
        if (volume != null) {
            return bind(volume);
        }
        StorageClass standard = state.defaultClass();
        if (claim.effectiveClass() == null && standard != null) {
            // It was created before there was a default class. The next run handles the class.
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
                VolumeEventReasons.FAILED_BINDING,
                "no persistent volumes available for this claim and no storage class is set"));
    }

    private RecordEvent waiting() {
        List<String> pods = state.consumers();
        if (pods.isEmpty()) {
            return RecordEvent.normal(
                    claim.reference(),
                    VolumeEventReasons.WAIT_FOR_FIRST_CONSUMER,
                    "waiting for first consumer to be created before binding");
        }
        return RecordEvent.normal(
                claim.reference(),
                VolumeEventReasons.WAIT_FOR_POD_SCHEDULED,
                "waiting for " + (pods.size() == 1 ? "pod " : "pods ") + String.join(",", pods) + " to be scheduled");
    }

    private List<ClusterAction> provision() {
        return switch (ProvisionerChoice.of(VolumeClaimMatch.classOf(claim), state.storageClass())) {
            case ProvisionerChoice.None(String why) ->
                withEvent(RecordEvent.warning(claim.reference(), VolumeEventReasons.PROVISIONING_FAILED, why));
            case ProvisionerChoice.Driver(String name) -> {
                if (!claim.meta()
                        .annotation(VolumeAnnotations.STORAGE_PROVISIONER)
                        .equals(name)) {
                    patchBuilder.annotate(VolumeAnnotations.STORAGE_PROVISIONER, name);
                    patchBuilder.annotate(VolumeAnnotations.BETA_STORAGE_PROVISIONER, name);
                    patchBuilder.annotate(MigrationAnnotations.annotations(claim.meta(), name));
                }
                yield withEvent(RecordEvent.normal(
                        claim.reference(),
                        VolumeEventReasons.EXTERNAL_PROVISIONING,
                        "Waiting for a volume to be created either by the external provisioner '" + name
                                + "' or manually by the system administrator. If volume creation is delayed, please "
                                + "verify that the provisioner is running and correctly registered."));
            }
        };
    }

    /// The user requested one specific volume.
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
                            VolumeEventReasons.VOLUME_MISMATCH,
                            "Cannot bind to requested volume \"" + volume.meta().name() + "\": " + obstacle));
        }
        if (VolumeClaimMatch.isReserved(volume, claim)) {
            return bind(volume);
        }
        RecordEvent taken = RecordEvent.warning(
                claim.reference(),
                VolumeEventReasons.FAILED_BINDING,
                "volume \"" + volume.meta().name() + "\" already bound to a different claim.");
        // The claimRef is ours, yet it was never bound: a user has edited it, and the phase may show them
        // how.
        return has(claim, VolumeAnnotations.BOUND_BY_CONTROLLER) ? withEvent(taken) : pending(taken);
    }

    private List<ClusterAction> boundBefore() {
        PersistentVolume volume = state.volume();
        if (claim.volumeName().isEmpty()) {
            return lost(
                    VolumeEventReasons.CLAIM_LOST,
                    "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
        }
        if (volume == null) {
            return lost(
                    VolumeEventReasons.CLAIM_LOST,
                    "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
        }
        ObjectReference ref = volume.claim();
        return ref == null || ref.uid().equals(claim.meta().uid())
                ? bind(volume)
                : lost(
                        VolumeEventReasons.CLAIM_MISBOUND,
                        "Two claims are bound to the same volume, this one is bound incorrectly");
    }

    /// The volume first: its claimRef is what keeps a second claim away.
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
        return withEvent(RecordEvent.warning(claim.reference(), reason, message));
    }

    private List<ClusterAction> pending(RecordEvent why) {
        ClaimPhase.without(patchBuilder, claim, ClaimPhase.PENDING);
        return withEvent(why);
    }

    private List<ClusterAction> withEvent(RecordEvent recordEvent) {
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
