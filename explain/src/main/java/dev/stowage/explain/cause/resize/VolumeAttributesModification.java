package dev.stowage.explain.cause.resize;

import dev.stowage.explain.cause.Cause;
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
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.ClaimConditions;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.Optional;

/// A claim requests another VolumeAttributesClass.
final class VolumeAttributesModification implements Cause {
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .claim()
                .filter(claim -> !claim.isDeleting()
                        && !claim.text("/status/modifyVolumeStatus/status").isEmpty())
                .flatMap(claim -> finding(claim, volumeChain));
    }

    private static Optional<Finding> finding(KubeResource claim, VolumeChain volumeChain) {
        String target = claim.text("/status/modifyVolumeStatus/targetVolumeAttributesClassName");
        String step = claim.text("/status/modifyVolumeStatus/status");
        boolean gone = volumeChain.clusterState().isListed(ResourceKind.ATTRIBUTES_CLASS)
                && volumeChain
                        .clusterState()
                        .find(ResourceKind.ATTRIBUTES_CLASS, target)
                        .isEmpty();
        if (gone) {
            return draft(
                            claim,
                            step,
                            FindingRank.CAUSE,
                            "%s requests vac/%s, which does not exist.".formatted(claim.title(), target))
                    .actor(ResponsibleParty.USER)
                    .safe("List the classes.", "kubectl get volumeattributesclasses")
                    .build();
        }
        String error = claim.condition(ClaimConditions.MODIFY_VOLUME_ERROR)
                .map(each -> each.path("message").asText(""))
                .orElse("");
        if (step.equals("Infeasible") || !error.isEmpty()) {
            FindingBuilder findingBuilder = draft(
                            claim,
                            step,
                            FindingRank.CAUSE,
                            "%s cannot be modified to vac/%s: %s"
                                    .formatted(
                                            claim.title(),
                                            target,
                                            error.isEmpty() ? "the driver rejects it" : DriverMessages.plain(error)))
                    .actor(ResponsibleParty.USER);
            ObservedEvent.about(claim, volumeChain)
                    .filter(each -> each.hasReason(VolumeEventReasons.VOLUME_MODIFY_FAILED))
                    .findFirst()
                    .ifPresent(findingBuilder::event);
            return findingBuilder
                    .safe("Show the class.", "kubectl get vac " + KubectlCommands.quoted(target) + " -o yaml")
                    .advice("Choose another class, or the previous one: "
                            + claim.text("/status/currentVolumeAttributesClassName"))
                    .build();
        }
        return draft(
                        claim,
                        step,
                        FindingRank.WAITING,
                        "The driver is modifying the volume of %s to vac/%s.".formatted(claim.title(), target))
                .usual(USUAL)
                .build();
    }

    private static FindingBuilder draft(KubeResource claim, String step, FindingRank findingRank, String verdict) {
        return FindingBuilder.of("attributes-change", findingRank, LinkKind.CLAIM, verdict)
                .evidence(claim, "modifyVolumeStatus " + step);
    }
}
