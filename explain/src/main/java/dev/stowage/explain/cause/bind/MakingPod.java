package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Some provisioners make a volume with a pod of their own, and that pod does not come to its end.
final class MakingPod implements Situation {
    private static final Pattern TIMEOUT = Pattern.compile(
            "create process timeout after \\d+ seconds|create process .* timed? ?out", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAMES = Pattern.compile("^(helper-pod-|create-pvc-|init-pvc-)");

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .flatMap(wish -> FailedAttempt.latest(wish)
                        .filter(heard -> heard.matches(TIMEOUT))
                        .flatMap(heard -> judge(wish, heard)));
    }

    private static Optional<Finding> judge(Wish wish, Heard heard) {
        Optional<Thing> helper = helpers(wish).findFirst();
        String who = helper.map(Thing::title).orElse("the pod");
        Draft draft = Draft.of(
                        "helper-pod-stuck",
                        Weight.CAUSE,
                        Part.DRIVER,
                        wish.provisioner() + " makes volumes with a pod, and " + who + " for "
                                + wish.claim().title() + " does not come to its end.")
                .actor(Actor.STORAGE_ADMIN)
                .told(heard)
                .since(wish.claim(), "/metadata/creationTimestamp");
        helper.ifPresent(pod -> {
            waits(pod).ifPresent(why -> draft.shows(pod, why));
            Heard.about(pod, wish.strand()).findFirst().ifPresent(draft::told);
            draft.safe("Why it does not run.", Commands.describe(pod));
        });
        return draft.advice(
                        "Usual reasons: its image cannot be pulled, the node has a taint that it does not tolerate, or"
                                + " the namespace's pod security level forbids host paths.")
                .safe("Pods of provisioners.", "kubectl get pods -A -o wide")
                .found();
    }

    /// The one of this claim first: the volume's name is part of the pod's.
    private static Stream<Thing> helpers(Wish wish) {
        String volume = "pvc-" + wish.claim().uid();
        Stream<Thing> all = wish.strand().picture().all(Sort.POD).stream()
                .filter(pod -> NAMES.matcher(pod.name()).find());
        return all.sorted(Comparator.comparing((Thing pod) -> !pod.name().contains(volume)))
                .filter(pod -> !pod.text("/status/phase").equals("Succeeded"));
    }

    private static Optional<String> waits(Thing pod) {
        return pod.list("/status/containerStatuses")
                .map(each -> each.at("/state/waiting/reason").asText(""))
                .filter(reason -> !reason.isEmpty())
                .map(reason -> "its container waits: " + reason)
                .findFirst()
                .or(() -> pod.condition("PodScheduled")
                        .map(each -> each.path("message").asText(""))
                        .filter(message -> !message.isEmpty()));
    }
}
