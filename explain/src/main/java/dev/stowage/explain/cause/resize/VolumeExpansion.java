package dev.stowage.explain.cause.resize;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A claim does not grow, or not yet: first the storage makes the volume larger, then a node the file system.
public final class VolumeExpansion implements Cause {
    private static final String OFFLINE = "only supports offline expansion";
    private static final Duration AT_NODE = Duration.ofSeconds(30);
    private static final Duration AT_STORAGE = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return ExpansionState.of(volumeChain).flatMap(VolumeExpansion::judge);
    }

    private static Optional<Finding> judge(ExpansionState expansionState) {
        if (expansionState.step().endsWith("Infeasible")) {
            return infeasible(expansionState);
        }
        Optional<String> nodeError = expansionState.condition("NodeResizeError");
        if (nodeError.isPresent()) {
            return failing(expansionState, "NodeResizeError", nodeError.get());
        }
        if (expansionState.waitsForNode()) {
            return atNode(expansionState);
        }
        Optional<ObservedEvent> failure = expansionState.failure();
        if (failure.isPresent() && failure.get().text().contains(OFFLINE)) {
            return offline(expansionState, failure.get());
        }
        Optional<String> storageError = expansionState.condition("ControllerResizeError");
        if (storageError.isPresent()) {
            return failing(expansionState, "ControllerResizeError", storageError.get());
        }
        if (failure.isPresent()) {
            return told(expansionState, failure.get());
        }
        boolean running = expansionState.step().equals("ControllerResizeInProgress")
                || expansionState.condition("Resizing").isPresent();
        return running ? running(expansionState) : ExpansionNotStarted.finding(expansionState);
    }

    private static Optional<Finding> infeasible(ExpansionState expansionState) {
        boolean atNode = expansionState.step().startsWith("Node");
        String error = expansionState
                .condition(atNode ? "NodeResizeError" : "ControllerResizeError")
                .orElse("");
        FindingBuilder findingBuilder = draft(
                        expansionState,
                        "expansion-infeasible",
                        FindingRank.CAUSE,
                        "%s cannot grow to %s%s: %s"
                                .formatted(
                                        expansionState.claim().title(),
                                        expansionState.wanted(),
                                        atNode ? " at the node" : "",
                                        error.isEmpty()
                                                ? "the driver said that it never will"
                                                : DriverMessages.plain(error)))
                .actor(ResponsibleParty.USER);
        expansionState.failure().ifPresent(findingBuilder::event);
        return findingBuilder
                .safe(
                        "Ask for a size that can be had, larger than " + expansionState.has() + ".",
                        resize(expansionState.claim(), "<size>"))
                .advice("Or let whoever runs the storage make room; then ask for the same size again.")
                .build();
    }

    private static Optional<Finding> failing(ExpansionState expansionState, String condition, String error) {
        boolean atNode = condition.startsWith("Node");
        FindingBuilder findingBuilder = draft(
                        expansionState,
                        "expansion-fails",
                        FindingRank.CAUSE,
                        "%s does not grow to %s: %s fails and is tried again: %s"
                                .formatted(
                                        expansionState.claim().title(),
                                        expansionState.wanted(),
                                        atNode ? "making its file system larger" : "the driver",
                                        DriverMessages.plain(error)))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(expansionState.claim(), condition + ": " + error);
        expansionState.since(condition).ifPresent(findingBuilder::since);
        expansionState.failure().ifPresent(findingBuilder::event);
        return findingBuilder
                .safe("Give up: go back to a smaller size.", resize(expansionState.claim(), "<size>"))
                .build();
    }

    private static Optional<Finding> atNode(ExpansionState expansionState) {
        List<KubeResource> users = expansionState.users();
        String verdict = users.isEmpty()
                ? "Nothing is wrong: the volume of %s has %s, and its file system grows when a pod uses it."
                        .formatted(expansionState.claim().title(), expansionState.wanted())
                : "The volume of %s has grown, and node %s makes the file system larger."
                        .formatted(expansionState.claim().title(), ClaimUsers.node(users.getFirst()));
        FindingBuilder findingBuilder = draft(expansionState, "expansion-at-node", FindingRank.WAITING, verdict)
                .actor(users.isEmpty() ? ResponsibleParty.USER : ResponsibleParty.NOBODY)
                .usual(users.isEmpty() ? Duration.ZERO : AT_NODE);
        expansionState
                .condition("FileSystemResizePending")
                .ifPresent(each -> findingBuilder.evidence(expansionState.claim(), "FileSystemResizePending: " + each));
        expansionState.since("FileSystemResizePending").ifPresent(findingBuilder::since);
        return (users.isEmpty()
                        ? findingBuilder.advice("Start a pod with this claim.")
                        : findingBuilder.advice(
                                "Where the driver cannot do it under a running pod, start the pod anew."))
                .build();
    }

    private static Optional<Finding> offline(ExpansionState expansionState, ObservedEvent told) {
        List<KubeResource> users = expansionState.users();
        String verdict = users.isEmpty()
                ? "%s grows as soon as its volume is detached: the driver grows only what is not in use."
                        .formatted(expansionState.claim().title())
                : "%s does not grow while %s uses it: the driver grows only what is not in use."
                        .formatted(
                                expansionState.claim().title(),
                                users.stream().map(KubeResource::title).collect(Collectors.joining(", ")));
        FindingBuilder findingBuilder = draft(
                        expansionState,
                        "expansion-offline",
                        users.isEmpty() ? FindingRank.WAITING : FindingRank.CAUSE,
                        verdict)
                .actor(users.isEmpty() ? ResponsibleParty.NOBODY : ResponsibleParty.USER)
                .event(told)
                .since(told.event().last())
                .usual(users.isEmpty() ? AT_STORAGE : Duration.ZERO);
        users.forEach(pod -> findingBuilder.safe(
                "Stop the pod, wait until the claim has grown, and start it again; scale its owner to 0 if it has one.",
                KubectlCommands.delete(pod)));
        return findingBuilder.build();
    }

    private static Optional<Finding> told(ExpansionState expansionState, ObservedEvent told) {
        return draft(
                        expansionState,
                        "expansion-fails",
                        FindingRank.TOLD,
                        "%s does not grow to %s: %s"
                                .formatted(
                                        expansionState.claim().title(),
                                        expansionState.wanted(),
                                        DriverMessages.plain(told.text())))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .event(told)
                .since(told.event().last())
                .safe("See what was told.", KubectlCommands.describe(expansionState.claim()))
                .build();
    }

    private static Optional<Finding> running(ExpansionState expansionState) {
        FindingBuilder findingBuilder = draft(
                        expansionState,
                        "expansion-running",
                        FindingRank.WAITING,
                        "The driver makes the volume of %s larger, from %s to %s."
                                .formatted(
                                        expansionState.claim().title(), expansionState.has(), expansionState.wanted()))
                .usual(AT_STORAGE);
        expansionState.since("Resizing").ifPresent(findingBuilder::since);
        return findingBuilder.build();
    }

    static FindingBuilder draft(
            ExpansionState expansionState, String situation, FindingRank findingRank, String verdict) {
        return FindingBuilder.of(situation, findingRank, LinkKind.CLAIM, verdict)
                .evidence(expansionState.claim(), expansionState.sizes());
    }

    private static String resize(KubeResource claim, String size) {
        return KubectlCommands.on("patch", claim) + " -p '{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"" + size
                + "\"}}}}'";
    }
}
