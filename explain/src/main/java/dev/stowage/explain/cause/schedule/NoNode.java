package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The scheduler finds no node for reasons that volumes have nothing to do with, or the pod is held back on purpose.
final class NoNode implements Situation {
    /// These have situations of their own, and what they say has no end without them.
    private static final Pattern OF_VOLUMES =
            Pattern.compile("unbound immediate PersistentVolumeClaims|binding volumes|provisioning failed for PVC");

    private final List<Situation> better;

    /// @param better those that know more of the same words
    NoNode(List<Situation> better) {
        this.better = List.copyOf(better);
    }

    @Override
    public Optional<Finding> in(Strand strand) {
        return Unplaced.in(strand)
                .filter(_ -> better.stream().noneMatch(each -> each.in(strand).isPresent()))
                .flatMap(pod -> gated(pod).or(() -> refused(pod)));
    }

    private static Optional<Finding> gated(Unplaced pod) {
        Thing thing = pod.pod();
        String gates = String.join(
                ", ",
                thing.list("/spec/schedulingGates")
                        .map(each -> each.path("name").asText(""))
                        .toList());
        if (gates.isEmpty()) {
            return Optional.empty();
        }
        return Draft.of(
                        "scheduling-gated",
                        Weight.WAITING,
                        Part.POD,
                        "Nothing is wrong; " + thing.title() + " is held back until somebody opens its gates: " + gates
                                + ".")
                .actor(Actor.USER)
                .shows(thing, "spec.schedulingGates: " + gates)
                .since(thing, "/metadata/creationTimestamp")
                .found();
    }

    private static Optional<Finding> refused(Unplaced pod) {
        if (pod.said().isEmpty() || pod.says(OF_VOLUMES)) {
            return Optional.empty();
        }
        Draft draft = Draft.of(
                        "no-node-fits",
                        Weight.TOLD,
                        Part.POD,
                        "The scheduler finds no node for " + pod.pod().title() + ": " + Said.plain(pod.said()))
                .actor(Actor.USER);
        return pod.tell(draft)
                .safe("What the pod asks for.", Commands.describe(pod.pod()))
                .safe("What the nodes have.", "kubectl describe nodes")
                .found();
    }
}
