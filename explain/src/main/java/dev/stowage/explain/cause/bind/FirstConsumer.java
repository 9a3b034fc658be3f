package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Phase;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The class makes volumes where the first pod goes, and there is no such pod, or nobody chooses a place for it.
final class FirstConsumer implements Situation {
    private static final Duration USUAL = Duration.ofSeconds(10);

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(wish -> wish.isDelayed() && wish.selectedNode().isEmpty())
                .filter(wish -> wish.volumeName().isEmpty())
                .flatMap(wish -> strand.pod()
                        .filter(pod -> Phase.of(pod) != Phase.FINISHED && Phase.of(pod) != Phase.ENDING)
                        .map(pod -> withPod(wish, pod))
                        .orElseGet(() -> withoutPod(wish)));
    }

    private static Optional<Finding> withoutPod(Wish wish) {
        Thing claim = wish.claim();
        Draft draft = Draft.of(
                        "waits-for-first-consumer",
                        Weight.WAITING,
                        Part.POD,
                        "Nothing is wrong; " + claim.title()
                                + " waits for a pod that uses it, because volumes of the class " + wish.className()
                                + " are made where their first pod goes.")
                .actor(Actor.USER)
                .since(claim, "/metadata/creationTimestamp");
        basis(wish, draft);
        return draft.advice("Make a pod that uses the claim.").found();
    }

    private static Optional<Finding> withPod(Wish wish, Thing pod) {
        if (pod.text("/spec/nodeName").isEmpty()) {
            return unscheduled(wish, pod);
        }
        Instant never = Instant.EPOCH;
        boolean replaced = wish.claim()
                .time("/metadata/creationTimestamp")
                .orElse(never)
                .isAfter(pod.time("/metadata/creationTimestamp").orElse(never));
        Draft draft = Draft.of(
                        replaced ? "claim-made-after-pod" : "scheduler-bypassed",
                        Weight.CAUSE,
                        Part.POD,
                        replaced
                                ? wish.claim().title() + " was made after " + pod.title()
                                        + " got its node, and only the scheduler chooses a place for its volume."
                                : pod.title() + " names its node itself (spec.nodeName), so that the scheduler never"
                                        + " chooses a place for the volume of "
                                        + wish.claim().title() + ".")
                .actor(Actor.USER)
                .shows(pod, "spec.nodeName: " + pod.text("/spec/nodeName"))
                .since(pod, "/metadata/creationTimestamp");
        basis(wish, draft);
        String node = pod.text("/spec/nodeName");
        return draft.advice("Make the pod anew without spec.nodeName; to keep it on that node use"
                        + " spec.nodeSelector: {kubernetes.io/hostname: " + node + "}.")
                .safe("The pod as it is.", Commands.yaml(pod))
                .found();
    }

    private static Optional<Finding> unscheduled(Wish wish, Thing pod) {
        Draft draft = Draft.of(
                        "waits-for-scheduling",
                        Weight.WAITING,
                        Part.POD,
                        "Nothing is wrong; " + wish.claim().title() + " waits until " + pod.title() + " gets a node.")
                .actor(Actor.NOBODY)
                .shows(pod, "spec.nodeName: not set")
                .since(pod, "/metadata/creationTimestamp")
                .usual(USUAL);
        basis(wish, draft);
        return draft.found();
    }

    private static void basis(Wish wish, Draft draft) {
        wish.strand().storageClass().ifPresent(found -> draft.shows(found, "volumeBindingMode: WaitForFirstConsumer"));
        Heard.about(wish.claim(), wish.strand())
                .filter(heard -> heard.isBecause("WaitForFirstConsumer") || heard.isBecause("WaitForPodScheduled"))
                .findFirst()
                .ifPresent(draft::told);
    }
}
