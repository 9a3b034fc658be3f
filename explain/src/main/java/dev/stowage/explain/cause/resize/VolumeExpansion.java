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
import dev.stowage.k8s.names.ClaimConditions;
import dev.stowage.k8s.names.ClaimResizeStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// An expansion in progress or failing: first the storage expands the volume, then a node the file system.
final class VolumeExpansion implements Cause {
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
        Optional<String> nodeError = expansionState.condition(ClaimConditions.NODE_RESIZE_ERROR);
        if (nodeError.isPresent()) {
            return failing(expansionState, ClaimConditions.NODE_RESIZE_ERROR, nodeError.get());
        }
        if (expansionState.waitsForNode()) {
            return atNode(expansionState);
        }
        Optional<ObservedEvent> failure = expansionState.failure();
        if (failure.isPresent() && failure.get().text().contains(OFFLINE)) {
            return offline(expansionState, failure.get());
        }
        Optional<String> storageError = expansionState.condition(ClaimConditions.CONTROLLER_RESIZE_ERROR);
        if (storageError.isPresent()) {
            return failing(expansionState, ClaimConditions.CONTROLLER_RESIZE_ERROR, storageError.get());
        }
        if (failure.isPresent()) {
            return told(expansionState, failure.get());
        }
        boolean running = expansionState.step().equals(ClaimResizeStatus.CONTROLLER_RESIZE_IN_PROGRESS)
                || expansionState.condition(ClaimConditions.RESIZING).isPresent();
        return running ? running(expansionState) : ExpansionNotStarted.finding(expansionState);
    }

    private static Optional<Finding> infeasible(ExpansionState expansionState) {
        boolean atNode = expansionState.step().startsWith("Node");
        String error = expansionState
                .condition(atNode ? ClaimConditions.NODE_RESIZE_ERROR : ClaimConditions.CONTROLLER_RESIZE_ERROR)
                .orElse("");
        FindingBuilder findingBuilder = draft(
                        expansionState,
                        "expansion-infeasible",
                        FindingRank.CAUSE,
                        "%s cannot be expanded to %s%s: %s"
                                .formatted(
                                        expansionState.claim().title(),
                                        expansionState.wanted(),
                                        atNode ? " on the node" : "",
                                        error.isEmpty()
                                                ? "the driver reports that this is infeasible"
                                                : DriverMessages.plain(error)))
                .actor(ResponsibleParty.USER);
        expansionState.failure().ifPresent(findingBuilder::event);
        return findingBuilder
                .safe(
                        "Request a feasible size, larger than " + expansionState.has() + ".",
                        resize(expansionState.claim(), "<size>"))
                .advice("Or ask the storage administrator to add space; then request the same size again.")
                .build();
    }

    private static Optional<Finding> failing(ExpansionState expansionState, String condition, String error) {
        boolean atNode = condition.startsWith("Node");
        FindingBuilder findingBuilder = draft(
                        expansionState,
                        "expansion-fails",
                        FindingRank.CAUSE,
                        "%s is not expanded to %s: %s fails and is retried: %s"
                                .formatted(
                                        expansionState.claim().title(),
                                        expansionState.wanted(),
                                        atNode ? "the expansion of its file system" : "the driver",
                                        DriverMessages.plain(error)))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(expansionState.claim(), condition + ": " + error);
        expansionState.since(condition).ifPresent(findingBuilder::since);
        expansionState.failure().ifPresent(findingBuilder::event);
        return findingBuilder
                .safe("Cancel: go back to a smaller size.", resize(expansionState.claim(), "<size>"))
                .build();
    }

    private static Optional<Finding> atNode(ExpansionState expansionState) {
        List<KubeResource> users = expansionState.users();
        String verdict = users.isEmpty()
                ? "Waiting (expected): the volume of %s has %s, and its file system is expanded when a pod uses it."
                        .formatted(expansionState.claim().title(), expansionState.wanted())
                : "The volume of %s is expanded, and node %s is expanding the file system."
                        .formatted(expansionState.claim().title(), ClaimUsers.node(users.getFirst()));
        FindingBuilder findingBuilder = draft(expansionState, "expansion-at-node", FindingRank.WAITING, verdict)
                .actor(users.isEmpty() ? ResponsibleParty.USER : ResponsibleParty.NOBODY)
                .usual(users.isEmpty() ? Duration.ZERO : AT_NODE);
        expansionState
                .condition(ClaimConditions.FILE_SYSTEM_RESIZE_PENDING)
                .ifPresent(each -> findingBuilder.evidence(expansionState.claim(), "FileSystemResizePending: " + each));
        expansionState.since(ClaimConditions.FILE_SYSTEM_RESIZE_PENDING).ifPresent(findingBuilder::since);
        return (users.isEmpty()
                        ? findingBuilder.advice("Start a pod that uses this claim.")
                        : findingBuilder.advice("If the driver cannot do it under a running pod, restart the pod."))
                .build();
    }

    private static Optional<Finding> offline(ExpansionState expansionState, ObservedEvent told) {
        List<KubeResource> users = expansionState.users();
        String verdict = users.isEmpty()
                ? "%s is expanded as soon as its volume is detached: the driver only expands volumes that are not in use."
                        .formatted(expansionState.claim().title())
                : "%s is not expanded while %s uses it: the driver only expands volumes that are not in use."
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
                "Stop the pod, wait until the claim is expanded, and start it again; scale its owner to 0 if it has one.",
                KubectlCommands.delete(pod)));
        return findingBuilder.build();
    }

    private static Optional<Finding> told(ExpansionState expansionState, ObservedEvent told) {
        return draft(
                        expansionState,
                        "expansion-fails",
                        FindingRank.TOLD,
                        "%s is not expanded to %s: %s"
                                .formatted(
                                        expansionState.claim().title(),
                                        expansionState.wanted(),
                                        DriverMessages.plain(told.text())))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .event(told)
                .since(told.event().last())
                .safe("Show the events.", KubectlCommands.describe(expansionState.claim()))
                .build();
    }

    private static Optional<Finding> running(ExpansionState expansionState) {
        FindingBuilder findingBuilder = draft(
                        expansionState,
                        "expansion-running",
                        FindingRank.WAITING,
                        "The driver is expanding the volume of %s from %s to %s."
                                .formatted(
                                        expansionState.claim().title(), expansionState.has(), expansionState.wanted()))
                .usual(AT_STORAGE);
        expansionState.since(ClaimConditions.RESIZING).ifPresent(findingBuilder::since);
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
