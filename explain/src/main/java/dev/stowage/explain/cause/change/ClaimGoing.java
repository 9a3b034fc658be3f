package dev.stowage.explain.cause.change;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A claim is to go and does not.
public final class ClaimGoing implements Situation {
    private static final String WORD = "claim-terminating";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(5);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.claim().filter(Thing::isDeleting).flatMap(claim -> judge(claim, strand));
    }

    private static Optional<Finding> judge(Thing claim, Strand strand) {
        List<Thing> users = Uses.of(claim, strand.picture()).stream()
                .filter(pod -> !Uses.node(pod).isEmpty())
                .toList();
        if (claim.hasFinalizer(Finalizers.CLAIM_IN_USE) && !users.isEmpty()) {
            return used(claim, users);
        }
        if (claim.hasFinalizer(Finalizers.SNAPSHOT_SOURCE)) {
            return source(claim, "its snapshot is made", snapshots(claim, strand));
        }
        if (claim.hasFinalizer(Finalizers.CLONE_SOURCE)) {
            return source(claim, "its copy is made", copies(claim, strand));
        }
        boolean fresh = claim.time("/metadata/deletionTimestamp")
                .map(from -> strand.since(from).compareTo(PATIENCE) < 0)
                .orElse(false);
        return fresh || Finalizers.of(claim).isEmpty() ? going(claim) : held(claim, strand);
    }

    private static Optional<Finding> used(Thing claim, List<Thing> users) {
        boolean over = users.stream().anyMatch(Uses::isOver);
        boolean ending = users.stream().allMatch(Thing::isDeleting);
        String names = users.stream()
                .map(pod -> pod.title() + " (" + (pod.isDeleting() ? "Terminating" : Uses.phase(pod)) + ")")
                .collect(Collectors.joining(", "));
        Draft draft = draft(
                        claim,
                        ending ? Weight.WAITING : Weight.CAUSE,
                        "%s goes only after %s%s."
                                .formatted(
                                        claim.title(),
                                        names,
                                        over ? ": a pod that has ended holds its claims, too" : ""))
                .actor(ending ? Actor.NOBODY : Actor.USER);
        users.forEach(pod -> draft.shows(
                pod, "phase " + Uses.phase(pod) + " on node " + Uses.node(pod) + ", uses " + claim.title()));
        users.stream()
                .filter(pod -> !pod.isDeleting())
                .forEach(pod -> draft.safe(
                        Uses.isOver(pod) ? "Delete the pod, which has ended." : "Delete the pod, if it may stop.",
                        Commands.delete(pod)));
        return draft.advice("A deletion cannot be taken back. To keep the data, set the volume's"
                        + " persistentVolumeReclaimPolicy to Retain before the claim goes.")
                .found();
    }

    private static Optional<Finding> source(Thing claim, String until, List<Thing> makings) {
        Draft draft = draft(
                        claim,
                        makings.isEmpty() ? Weight.CAUSE : Weight.WAITING,
                        makings.isEmpty()
                                ? "%s is held until %s, and nobody is making one.".formatted(claim.title(), until)
                                : "%s goes when %s: %s."
                                        .formatted(
                                                claim.title(),
                                                until,
                                                makings.stream()
                                                        .map(Thing::title)
                                                        .collect(Collectors.joining(", "))))
                .actor(makings.isEmpty() ? Actor.CLUSTER_ADMIN : Actor.NOBODY);
        makings.forEach(each -> draft.safe("See how far it is.", Commands.describe(each)));
        return draft.found();
    }

    private static List<Thing> snapshots(Thing claim, Strand strand) {
        return strand.picture().all(Sort.SNAPSHOT).stream()
                .filter(each -> each.namespace().equals(claim.namespace())
                        && each.text("/spec/source/persistentVolumeClaimName").equals(claim.name())
                        && !each.text("/status/readyToUse").equals("true"))
                .toList();
    }

    private static List<Thing> copies(Thing claim, Strand strand) {
        return strand.picture().all(Sort.CLAIM).stream()
                .filter(each -> each.text("/status/phase").equals("Pending")
                        && each.text("/spec/dataSource/kind").equals("PersistentVolumeClaim")
                        && each.text("/spec/dataSource/name").equals(claim.name())
                        && each.namespace().equals(claim.namespace()))
                .toList();
    }

    private static Optional<Finding> going(Thing claim) {
        return draft(claim, Weight.WAITING, claim.title() + " is being deleted.")
                .usual(USUAL)
                .found();
    }

    private static Optional<Finding> held(Thing claim, Strand strand) {
        List<String> finalizers = Finalizers.of(claim);
        boolean onlyOurs = finalizers.equals(List.of(Finalizers.CLAIM_IN_USE));
        String verdict = onlyOurs
                ? claim.title()
                        + " is used by no pod and is still held: the controller that lets claims go does not work."
                : "%s is held by %s.".formatted(claim.title(), String.join(", ", finalizers));
        Draft draft = draft(claim, Weight.CAUSE, verdict)
                .actor(Actor.CLUSTER_ADMIN)
                .safe(
                        "Check that no pod names the claim.",
                        Commands.kubectl(claim.namespace()) + " describe pvc " + Commands.quoted(claim.name()));
        if (!strand.picture().sees(Sort.POD)) {
            draft.advice("Pods could not be looked at: one of them may use the claim.");
        }
        return draft.dangerous(
                        "When it is certain that no pod on any node uses it: take the finalizers away.",
                        Finalizers.removal(claim),
                        "a volume that is still mounted is deleted under its user, with its data")
                .found();
    }

    private static Draft draft(Thing claim, Weight weight, String verdict) {
        Draft draft = Draft.of(WORD, weight, Part.CLAIM, verdict).since(claim, "/metadata/deletionTimestamp");
        Finalizers.of(claim).forEach(each -> draft.shows(claim, "finalizer " + each + " " + Finalizers.meaning(each)));
        return draft;
    }
}
