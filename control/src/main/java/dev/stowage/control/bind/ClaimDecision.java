package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Act.Tell;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to do about a claim, given what can be seen.
public final class ClaimDecision {
    private final ClaimSight sight;
    private final PersistentVolumeClaim claim;
    private final Draft<PersistentVolumeClaim> draft;

    private ClaimDecision(ClaimSight sight) {
        this.sight = sight;
        this.claim = sight.claim();
        this.draft = new Draft<>(Kinds.CLAIMS, claim);
        draft.annotate(Migrated.ofClaim(claim.meta()));
    }

    public static List<Act> decide(ClaimSight sight) {
        var decision = new ClaimDecision(sight);
        if (has(sight.claim(), Names.BIND_COMPLETED)) {
            return decision.boundBefore();
        }
        return sight.claim().volumeName().isEmpty() ? decision.anyVolume() : decision.namedVolume();
    }

    /// The claim takes whatever fits.
    private List<Act> anyVolume() {
        PersistentVolume volume = sight.volume();
        if (volume != null) {
            return bind(volume);
        }
        StorageClass standard = sight.defaultClass();
        if (claim.effectiveClass() == null && standard != null) {
            // It was made before there was a default. What the class means for it shows at the next look.
            draft.spec().put("storageClassName", standard.meta().name());
            return draft.writes();
        }
        if (sight.isDelayed() && !has(claim, Names.SELECTED_NODE)) {
            return pending(waiting());
        }
        if (!Fit.classOf(claim).isEmpty()) {
            return sight.provisioning() ? provision() : draft.writes();
        }
        return pending(Tell.normal(
                claim.reference(),
                "FailedBinding",
                "no persistent volumes available for this claim and no storage class is set"));
    }

    private Tell waiting() {
        List<String> pods = sight.consumers();
        if (pods.isEmpty()) {
            return Tell.normal(
                    claim.reference(),
                    "WaitForFirstConsumer",
                    "waiting for first consumer to be created before binding");
        }
        return Tell.normal(
                claim.reference(),
                "WaitForPodScheduled",
                "waiting for " + (pods.size() == 1 ? "pod " : "pods ") + String.join(",", pods) + " to be scheduled");
    }

    private List<Act> provision() {
        return switch (Provisioner.of(Fit.classOf(claim), sight.storageClass())) {
            case Provisioner.None(String why) -> told(Tell.warning(claim.reference(), "ProvisioningFailed", why));
            case Provisioner.Driver(String name) -> {
                if (!claim.meta().annotation(Names.PROVISIONER).equals(name)) {
                    draft.annotate(Names.PROVISIONER, name);
                    draft.annotate(Names.OLD_PROVISIONER, name);
                    draft.annotate(Migrated.marks(claim.meta(), name));
                }
                yield told(Tell.normal(
                        claim.reference(),
                        "ExternalProvisioning",
                        "Waiting for a volume to be created either by the external provisioner '" + name
                                + "' or manually by the system administrator. If volume creation is delayed, please "
                                + "verify that the provisioner is running and correctly registered."));
            }
        };
    }

    /// The claim's maker asked for one volume and no other.
    private List<Act> namedVolume() {
        PersistentVolume volume = sight.volume();
        if (volume == null) {
            ClaimPhase.without(draft, claim, ClaimPhase.PENDING);
            return draft.writes();
        }
        if (volume.claim() == null) {
            String obstacle = Fit.obstacle(volume, claim);
            return obstacle == null
                    ? bind(volume)
                    : pending(Tell.warning(
                            claim.reference(),
                            "VolumeMismatch",
                            "Cannot bind to requested volume \"" + volume.meta().name() + "\": " + obstacle));
        }
        if (Fit.isReserved(volume, claim)) {
            return bind(volume);
        }
        Tell taken = Tell.warning(
                claim.reference(),
                "FailedBinding",
                "volume \"" + volume.meta().name() + "\" already bound to a different claim.");
        // Its pointer is ours, yet it was never bound: somebody has edited it, and its phase may tell them how.
        return has(claim, Names.BOUND_BY_CONTROLLER) ? told(taken) : pending(taken);
    }

    private List<Act> boundBefore() {
        PersistentVolume volume = sight.volume();
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
    private List<Act> bind(PersistentVolume volume) {
        List<Act> acts = new ArrayList<>(VolumePointer.to(claim, volume));
        if (!claim.volumeName().equals(volume.meta().name())) {
            draft.spec().put("volumeName", volume.meta().name());
            if (!has(claim, Names.BOUND_BY_CONTROLLER)) {
                draft.annotate(Names.BOUND_BY_CONTROLLER, "yes");
            }
        }
        if (!has(claim, Names.BIND_COMPLETED)) {
            draft.annotate(Names.BIND_COMPLETED, "yes");
        }
        ClaimPhase.bound(draft, claim, volume);
        acts.addAll(draft.writes());
        return acts;
    }

    private List<Act> lost(String reason, String message) {
        if (claim.status().phase().equals(ClaimPhase.LOST)) {
            return draft.writes();
        }
        ClaimPhase.without(draft, claim, ClaimPhase.LOST);
        return told(Tell.warning(claim.reference(), reason, message));
    }

    private List<Act> pending(Tell why) {
        ClaimPhase.without(draft, claim, ClaimPhase.PENDING);
        return told(why);
    }

    private List<Act> told(Tell tell) {
        List<Act> acts = new ArrayList<>(draft.writes());
        acts.add(tell);
        return acts;
    }

    private static boolean has(PersistentVolumeClaim claim, String annotation) {
        return claim.meta().annotations().containsKey(annotation);
    }

    static boolean isUnbound(@Nullable PersistentVolumeClaim claim) {
        return claim != null && !has(claim, Names.BIND_COMPLETED);
    }
}
