package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The driver is not registered on the pod's node.
public final class DriverNotRegistered implements Cause {
    static final String WORD = "driver-not-registered";
    private static final Duration USUAL = Duration.ofMinutes(1);
    private static final Duration YOUNG = Duration.ofMinutes(2);
    private static final Pattern WORDS =
            Pattern.compile("not found in the list of registered CSI drivers|CSINode \\S+ does not contain driver");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        if (volumeChain.driver().isEmpty() || !isForCsi(volumeChain)) {
            return Optional.empty();
        }
        Optional<KubeResource> pod = volumeChain.pod().filter(ClaimUsers::isStarting);
        Optional<ObservedEvent> told = pod.stream()
                .flatMap(each -> ObservedEvent.about(each, volumeChain))
                .filter(each -> each.matches(WORDS) && each.text().contains(volumeChain.driver()))
                .findFirst();
        if (isMissing(volumeChain)) {
            return volumeChain
                    .node()
                    .filter(_ -> pod.isPresent() || waits(volumeChain))
                    .flatMap(node -> finding(node, volumeChain, told));
        }
        return told.filter(_ -> volumeChain.csiNode().isEmpty()).flatMap(DriverNotRegistered::onlyTold);
    }

    /// A provisioner without a CSI driver provisions other volume types, which need no registration.
    private static boolean isForCsi(VolumeChain volumeChain) {
        return volumeChain
                .volume()
                .map(volume -> volume.json().at("/spec/csi").isObject())
                .orElse(volumeChain.csiDriver().isPresent());
    }

    private static boolean waits(VolumeChain volumeChain) {
        return volumeChain
                .attachment()
                .filter(each -> !VolumeAttachments.isAttached(each))
                .isPresent();
    }

    /// It was not registered when the attacher checked, and still is not.
    static boolean isTheReason(String error, VolumeChain volumeChain) {
        return WORDS.matcher(error).find() && isMissing(volumeChain);
    }

    /// The CSINode was listed, and the driver is not registered in it.
    public static boolean isMissing(VolumeChain volumeChain) {
        boolean seen =
                volumeChain.node().isPresent() && volumeChain.clusterState().isListed(ResourceKind.CSI_NODE);
        return seen && !registered(volumeChain).contains(volumeChain.driver());
    }

    private static List<String> registered(VolumeChain volumeChain) {
        return volumeChain.csiNode().stream()
                .flatMap(each -> each.list("/spec/drivers"))
                .map(each -> each.path("name").asText(""))
                .toList();
    }

    private static Optional<Finding> finding(KubeResource node, VolumeChain volumeChain, Optional<ObservedEvent> told) {
        String driver = volumeChain.driver();
        boolean young = node.time("/metadata/creationTimestamp")
                .map(born -> volumeChain.since(born).compareTo(YOUNG) < 0)
                .orElse(false);
        RegistrationFailure why =
                RegistrationFailure.of(node.name(), new DriverPods(volumeChain.clusterState(), driver));
        String verdict = "Driver %s is not registered on node %s: %s."
                .formatted(
                        driver, node.name(), young ? "the node is new and its drivers are still starting" : why.text());
        FindingBuilder findingBuilder = FindingBuilder.of(
                        WORD, young ? FindingRank.WAITING : FindingRank.CAUSE, LinkKind.REGISTRATION, verdict)
                .actor(young ? ResponsibleParty.NOBODY : ResponsibleParty.STORAGE_ADMIN)
                .usual(young ? USUAL : Duration.ZERO);
        volumeChain
                .csiNode()
                .ifPresentOrElse(
                        each -> findingBuilder.evidence(each, "drivers " + registered(volumeChain)),
                        () -> findingBuilder.evidence(node, "there is no csinode/" + node.name()));
        told.ifPresent(findingBuilder::event);
        volumeChain.pod().ifPresent(pod -> findingBuilder.since(pod, "/status/startTime"));
        elsewhere(findingBuilder, volumeChain);
        why.advise(findingBuilder);
        return findingBuilder
                .safe("List the drivers of each node.", "kubectl get csinodes -o yaml")
                .build();
    }

    private static void elsewhere(FindingBuilder findingBuilder, VolumeChain volumeChain) {
        List<KubeResource> having = volumeChain.clusterState().all(ResourceKind.CSI_NODE).stream()
                .filter(each -> each.list("/spec/drivers")
                        .anyMatch(entry -> entry.path("name").asText("").equals(volumeChain.driver())))
                .toList();
        having.stream()
                .findFirst()
                .ifPresent(each -> findingBuilder.evidence(each, "has it, one of " + having.size() + " nodes"));
        if (having.isEmpty()) {
            findingBuilder.advice(
                    "No node has a driver with this name; check the name in the class. Registered drivers: "
                            + String.join(
                                    ", ",
                                    volumeChain.clusterState().all(ResourceKind.DRIVER).stream()
                                            .map(KubeResource::name)
                                            .toList()));
        }
    }

    /// For the case that CSINodes cannot be read.
    private static Optional<Finding> onlyTold(ObservedEvent told) {
        return FindingBuilder.of(
                        WORD,
                        FindingRank.TOLD,
                        LinkKind.REGISTRATION,
                        "The driver is not registered on the node of %s."
                                .formatted(told.about().title()))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .event(told)
                .since(told.event().last())
                .safe(
                        "Check whether the driver's pod on that node runs.",
                        KubectlCommands.kubectl("") + " get pods -A -o wide")
                .build();
    }
}
