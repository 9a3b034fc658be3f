package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.PodVolumes;
import dev.stowage.explain.strand.PodVolumes.PodVolume;
import dev.stowage.explain.strand.Strand;
import dev.stowage.flags.SpellingSuggestion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The pod names a claim that is not there.
final class ClaimGone implements Situation {
    /// The claim of a volume that lives with its pod is made at once, if anybody makes it.
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> in(Strand strand) {
        if (strand.claim().isPresent() || !strand.picture().sees(Sort.CLAIM)) {
            return Optional.empty();
        }
        return Unplaced.in(strand)
                .flatMap(pod -> PodVolumes.named(pod.pod(), strand.inPod())
                        .filter(volume -> !volume.claim().isEmpty())
                        .flatMap(volume -> volume.ephemeral() ? ephemeral(pod, volume) : missing(pod, volume)));
    }

    private static Optional<Finding> missing(Unplaced pod, PodVolume volume) {
        String namespace = pod.pod().namespace();
        List<Thing> claims = pod.strand().picture().all(Sort.CLAIM);
        List<String> elsewhere = claims.stream()
                .filter(claim -> claim.name().equals(volume.claim()))
                .map(Thing::namespace)
                .sorted()
                .toList();
        Optional<String> near = SpellingSuggestion.nearest(
                volume.claim(),
                claims.stream()
                        .filter(claim -> claim.namespace().equals(namespace))
                        .map(Thing::name)
                        .toList());
        Draft draft = Draft.of(
                        "claim-missing",
                        Weight.CAUSE,
                        Part.CLAIM,
                        pod.pod().title() + " uses pvc/" + volume.claim() + ", which does not exist in namespace "
                                + namespace + hint(elsewhere, near.orElse("")) + ".")
                .actor(Actor.USER)
                .shows(pod.pod(), "volume " + volume.name() + " has claimName: " + volume.claim());
        return pod.tell(draft)
                .safe("Claims of this namespace.", Commands.kubectl(namespace) + " get pvc")
                .advice("Make the claim: the pod goes on by itself. A pod uses claims of its own namespace only.")
                .found();
    }

    private static String hint(List<String> elsewhere, String near) {
        if (!elsewhere.isEmpty()) {
            return " (one of that name is in " + String.join(", ", elsewhere) + ")";
        }
        return near.isEmpty() ? "" : " (did it mean " + near + "?)";
    }

    private static Optional<Finding> ephemeral(Unplaced pod, PodVolume volume) {
        boolean patient = pod.age().compareTo(USUAL) < 0;
        Draft draft = Draft.of(
                        "ephemeral-claim-missing",
                        patient ? Weight.WAITING : Weight.CAUSE,
                        Part.CLAIM,
                        "The volume " + volume.name() + " of " + pod.pod().title()
                                + " lives with the pod, and its claim pvc/"
                                + volume.claim()
                                + (patient
                                        ? " is about to be made."
                                        : " was not made: the controller that"
                                                + " makes such claims does not run, or may not."))
                .actor(patient ? Actor.NOBODY : Actor.CLUSTER_ADMIN)
                .shows(pod.pod(), "volume " + volume.name() + " has a volumeClaimTemplate")
                .usual(USUAL);
        return pod.tell(draft)
                .safe(
                        "Whether a quota stands against it.",
                        Commands.kubectl(pod.pod().namespace()) + " get resourcequotas")
                .safe("What was told about the pod.", Commands.describe(pod.pod()))
                .found();
    }
}
