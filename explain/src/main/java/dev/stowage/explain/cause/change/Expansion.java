package dev.stowage.explain.cause.change;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A claim does not grow, or not yet: first the storage makes the volume larger, then a node the file system.
public final class Expansion implements Situation {
    private static final String OFFLINE = "only supports offline expansion";
    private static final Duration AT_NODE = Duration.ofSeconds(30);
    private static final Duration AT_STORAGE = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> in(Strand strand) {
        return Growth.of(strand).flatMap(Expansion::judge);
    }

    private static Optional<Finding> judge(Growth growth) {
        if (growth.step().endsWith("Infeasible")) {
            return infeasible(growth);
        }
        Optional<String> nodeError = growth.condition("NodeResizeError");
        if (nodeError.isPresent()) {
            return failing(growth, "NodeResizeError", nodeError.get());
        }
        if (growth.waitsForNode()) {
            return atNode(growth);
        }
        Optional<Heard> failure = growth.failure();
        if (failure.isPresent() && failure.get().text().contains(OFFLINE)) {
            return offline(growth, failure.get());
        }
        Optional<String> storageError = growth.condition("ControllerResizeError");
        if (storageError.isPresent()) {
            return failing(growth, "ControllerResizeError", storageError.get());
        }
        if (failure.isPresent()) {
            return told(growth, failure.get());
        }
        boolean running = growth.step().equals("ControllerResizeInProgress")
                || growth.condition("Resizing").isPresent();
        return running ? running(growth) : Unserved.finding(growth);
    }

    private static Optional<Finding> infeasible(Growth growth) {
        boolean atNode = growth.step().startsWith("Node");
        String error = growth.condition(atNode ? "NodeResizeError" : "ControllerResizeError")
                .orElse("");
        Draft draft = draft(
                        growth,
                        "expansion-infeasible",
                        Weight.CAUSE,
                        "%s cannot grow to %s%s: %s"
                                .formatted(
                                        growth.claim().title(),
                                        growth.wanted(),
                                        atNode ? " at the node" : "",
                                        error.isEmpty() ? "the driver said that it never will" : Said.plain(error)))
                .actor(Actor.USER);
        growth.failure().ifPresent(draft::told);
        return draft.safe(
                        "Ask for a size that can be had, larger than " + growth.has() + ".",
                        resize(growth.claim(), "<size>"))
                .advice("Or let whoever runs the storage make room; then ask for the same size again.")
                .found();
    }

    private static Optional<Finding> failing(Growth growth, String condition, String error) {
        boolean atNode = condition.startsWith("Node");
        Draft draft = draft(
                        growth,
                        "expansion-fails",
                        Weight.CAUSE,
                        "%s does not grow to %s: %s fails and is tried again: %s"
                                .formatted(
                                        growth.claim().title(),
                                        growth.wanted(),
                                        atNode ? "making its file system larger" : "the driver",
                                        Said.plain(error)))
                .actor(Actor.STORAGE_ADMIN)
                .shows(growth.claim(), condition + ": " + error);
        growth.since(condition).ifPresent(draft::since);
        growth.failure().ifPresent(draft::told);
        return draft.safe("Give up: go back to a smaller size.", resize(growth.claim(), "<size>"))
                .found();
    }

    private static Optional<Finding> atNode(Growth growth) {
        List<Thing> users = growth.users();
        String verdict = users.isEmpty()
                ? "Nothing is wrong: the volume of %s has %s, and its file system grows when a pod uses it."
                        .formatted(growth.claim().title(), growth.wanted())
                : "The volume of %s has grown, and node %s makes the file system larger."
                        .formatted(growth.claim().title(), Uses.node(users.getFirst()));
        Draft draft = draft(growth, "expansion-at-node", Weight.WAITING, verdict)
                .actor(users.isEmpty() ? Actor.USER : Actor.NOBODY)
                .usual(users.isEmpty() ? Duration.ZERO : AT_NODE);
        growth.condition("FileSystemResizePending")
                .ifPresent(each -> draft.shows(growth.claim(), "FileSystemResizePending: " + each));
        growth.since("FileSystemResizePending").ifPresent(draft::since);
        return (users.isEmpty()
                        ? draft.advice("Start a pod with this claim.")
                        : draft.advice("Where the driver cannot do it under a running pod, start the pod anew."))
                .found();
    }

    private static Optional<Finding> offline(Growth growth, Heard told) {
        List<Thing> users = growth.users();
        String verdict = users.isEmpty()
                ? "%s grows as soon as its volume is detached: the driver grows only what is not in use."
                        .formatted(growth.claim().title())
                : "%s does not grow while %s uses it: the driver grows only what is not in use."
                        .formatted(
                                growth.claim().title(),
                                users.stream().map(Thing::title).collect(Collectors.joining(", ")));
        Draft draft = draft(growth, "expansion-offline", users.isEmpty() ? Weight.WAITING : Weight.CAUSE, verdict)
                .actor(users.isEmpty() ? Actor.NOBODY : Actor.USER)
                .told(told)
                .since(told.told().last())
                .usual(users.isEmpty() ? AT_STORAGE : Duration.ZERO);
        users.forEach(pod -> draft.safe(
                "Stop the pod, wait until the claim has grown, and start it again; scale its owner to 0 if it has one.",
                Commands.delete(pod)));
        return draft.found();
    }

    private static Optional<Finding> told(Growth growth, Heard told) {
        return draft(
                        growth,
                        "expansion-fails",
                        Weight.TOLD,
                        "%s does not grow to %s: %s"
                                .formatted(growth.claim().title(), growth.wanted(), Said.plain(told.text())))
                .actor(Actor.STORAGE_ADMIN)
                .told(told)
                .since(told.told().last())
                .safe("See what was told.", Commands.describe(growth.claim()))
                .found();
    }

    private static Optional<Finding> running(Growth growth) {
        Draft draft = draft(
                        growth,
                        "expansion-running",
                        Weight.WAITING,
                        "The driver makes the volume of %s larger, from %s to %s."
                                .formatted(growth.claim().title(), growth.has(), growth.wanted()))
                .usual(AT_STORAGE);
        growth.since("Resizing").ifPresent(draft::since);
        return draft.found();
    }

    static Draft draft(Growth growth, String situation, Weight weight, String verdict) {
        return Draft.of(situation, weight, Part.CLAIM, verdict).shows(growth.claim(), growth.sizes());
    }

    private static String resize(Thing claim, String size) {
        return Commands.on("patch", claim) + " -p '{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"" + size
                + "\"}}}}'";
    }
}
