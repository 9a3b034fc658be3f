package dev.stowage.explain.cause.change;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A volume is to go and does not: somebody deleted it, or its claim is gone and its policy says Delete.
public final class VolumeGoing implements Situation {
    private static final String WORD = "volume-terminating";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(15);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.volume()
                .filter(volume -> volume.isDeleting() || isReleased(volume))
                .flatMap(volume -> judge(volume, strand));
    }

    private static boolean isReleased(Thing volume) {
        String phase = volume.text("/status/phase");
        return (phase.equals("Released") || phase.equals("Failed"))
                && volume.text("/spec/persistentVolumeReclaimPolicy").equals("Delete");
    }

    private static Optional<Finding> judge(Thing volume, Strand strand) {
        if (volume.text("/status/phase").equals("Bound")) {
            return bound(volume, strand);
        }
        List<Thing> attachments = Attachments.of(volume, strand.picture());
        if (!attachments.isEmpty()) {
            return attached(volume, attachments);
        }
        Optional<Heard> failed = Heard.about(volume, strand)
                .filter(each -> each.isBecause("VolumeFailedDelete"))
                .findFirst();
        String message = volume.text("/status/message");
        if (failed.isPresent() || !message.isEmpty()) {
            return refused(volume, failed.map(Heard::text).orElse(message), failed);
        }
        boolean fresh = volume.time("/metadata/deletionTimestamp")
                .or(() -> volume.time("/status/lastPhaseTransitionTime"))
                .map(from -> strand.since(from).compareTo(PATIENCE) < 0)
                .orElse(false);
        return fresh ? going(volume) : held(volume, strand);
    }

    private static Optional<Finding> bound(Thing volume, Strand strand) {
        String claim = "pvc/" + volume.text("/spec/claimRef/name");
        boolean follows = strand.claim().map(Thing::isDeleting).orElse(false);
        return draft(
                        volume,
                        follows ? Weight.WAITING : Weight.CAUSE,
                        "%s is deleted, and goes when %s in namespace %s goes."
                                .formatted(volume.title(), claim, volume.text("/spec/claimRef/namespace")))
                .actor(follows ? Actor.NOBODY : Actor.USER)
                .advice("A deletion cannot be taken back; as long as the claim stays, pods can use the volume.")
                .safe(
                        "Keep the data in the storage when the volume goes.",
                        Commands.on("patch", volume)
                                + " -p '{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}'")
                .dangerous(
                        "Delete the claim, and the volume goes with it.",
                        Commands.kubectl(volume.text("/spec/claimRef/namespace")) + " delete pvc "
                                + Commands.quoted(volume.text("/spec/claimRef/name")),
                        "with the policy Delete the data is gone for ever")
                .found();
    }

    private static Optional<Finding> attached(Thing volume, List<Thing> attachments) {
        String nodes = attachments.stream().map(Attachments::node).collect(Collectors.joining(", "));
        boolean moves = attachments.stream().anyMatch(Thing::isDeleting);
        Draft draft = draft(
                        volume,
                        moves ? Weight.WAITING : Weight.CAUSE,
                        "%s is not deleted because it is still attached to node %s.".formatted(volume.title(), nodes))
                .actor(moves ? Actor.NOBODY : Actor.CLUSTER_ADMIN)
                .usual(moves ? USUAL : Duration.ZERO);
        attachments.forEach(each -> draft.shows(
                        each, "node " + Attachments.node(each) + (each.isDeleting() ? ", being detached" : ""))
                .safe("See why it is not detached.", Commands.yaml(each)));
        return draft.advice("It is detached when no pod uses it there and the node has unmounted it.")
                .found();
    }

    private static Optional<Finding> refused(Thing volume, String error, Optional<Heard> told) {
        Draft draft = draft(
                        volume,
                        told.isPresent() ? Weight.TOLD : Weight.CAUSE,
                        "The driver does not delete %s: %s".formatted(volume.title(), Said.plain(error)))
                .actor(Actor.STORAGE_ADMIN);
        told.ifPresent(draft::told);
        return draft.advice("It is tried again. Snapshots or copies that hang on the volume often hinder it.")
                .dangerous(
                        "If the volume is gone in the storage for certain, let the object go.",
                        Finalizers.removal(volume),
                        "a volume that is still there is forgotten: it stays in the storage, and is paid for")
                .found();
    }

    private static Optional<Finding> going(Thing volume) {
        return draft(volume, Weight.WAITING, "The driver deletes %s.".formatted(volume.title()))
                .usual(USUAL)
                .found();
    }

    private static Optional<Finding> held(Thing volume, Strand strand) {
        List<String> finalizers = Finalizers.of(volume);
        String who = volume.annotation("pv.kubernetes.io/provisioned-by").orElse(strand.driver());
        boolean attacher = Finalizers.startsAny(volume, Finalizers.ATTACHER);
        String verdict = attacher
                ? "%s is attached nowhere and still held by the attacher of driver %s, which does not work."
                : "Nobody deletes %s: the provisioner of driver %s does not work.";
        return draft(volume, Weight.CAUSE, verdict.formatted(volume.title(), who))
                .actor(Actor.STORAGE_ADMIN)
                .safe("Find the driver's controller and see whether its sidecars run.", "kubectl get pods -A -o wide")
                .dangerous(
                        "If the driver was removed for good: delete the volume in the storage by hand, then let the"
                                + " object go.",
                        finalizers.isEmpty() ? Commands.delete(volume) : Finalizers.removal(volume),
                        "a volume that is still in the storage is forgotten: it stays there, and is paid for")
                .found();
    }

    private static Draft draft(Thing volume, Weight weight, String verdict) {
        Draft draft = Draft.of(WORD, weight, Part.VOLUME, verdict)
                .shows(
                        volume,
                        "phase " + volume.text("/status/phase") + ", policy "
                                + volume.text("/spec/persistentVolumeReclaimPolicy"))
                .since(volume, volume.isDeleting() ? "/metadata/deletionTimestamp" : "/status/lastPhaseTransitionTime");
        Finalizers.of(volume)
                .forEach(each -> draft.shows(volume, "finalizer " + each + " " + Finalizers.meaning(each)));
        return draft;
    }
}
