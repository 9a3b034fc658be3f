package dev.stowage.explain.cause.change;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// A claim is to have another class of attributes.
public final class AttributesChange implements Situation {
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.claim()
                .filter(claim -> !claim.isDeleting()
                        && !claim.text("/status/modifyVolumeStatus/status").isEmpty())
                .flatMap(claim -> finding(claim, strand));
    }

    private static Optional<Finding> finding(Thing claim, Strand strand) {
        String target = claim.text("/status/modifyVolumeStatus/targetVolumeAttributesClassName");
        String step = claim.text("/status/modifyVolumeStatus/status");
        boolean gone = strand.picture().sees(Sort.ATTRIBUTES_CLASS)
                && strand.picture().find(Sort.ATTRIBUTES_CLASS, target).isEmpty();
        if (gone) {
            return draft(
                            claim,
                            step,
                            Weight.CAUSE,
                            "%s wants the attributes of vac/%s, which does not exist.".formatted(claim.title(), target))
                    .actor(Actor.USER)
                    .safe("See which there are.", "kubectl get volumeattributesclasses")
                    .found();
        }
        String error = claim.condition("ModifyVolumeError")
                .map(each -> each.path("message").asText(""))
                .orElse("");
        if (step.equals("Infeasible") || !error.isEmpty()) {
            Draft draft = draft(
                            claim,
                            step,
                            Weight.CAUSE,
                            "%s does not get the attributes of vac/%s: %s"
                                    .formatted(
                                            claim.title(),
                                            target,
                                            error.isEmpty() ? "the driver refuses" : Said.plain(error)))
                    .actor(Actor.USER);
            Heard.about(claim, strand)
                    .filter(each -> each.isBecause("VolumeModifyFailed"))
                    .findFirst()
                    .ifPresent(draft::told);
            return draft.safe("See what the class asks for.", "kubectl get vac " + Commands.quoted(target) + " -o yaml")
                    .advice("Choose another class, or the one before: "
                            + claim.text("/status/currentVolumeAttributesClassName"))
                    .found();
        }
        return draft(
                        claim,
                        step,
                        Weight.WAITING,
                        "The driver gives the volume of %s the attributes of vac/%s.".formatted(claim.title(), target))
                .usual(USUAL)
                .found();
    }

    private static Draft draft(Thing claim, String step, Weight weight, String verdict) {
        return Draft.of("attributes-change", weight, Part.CLAIM, verdict).shows(claim, "modifyVolumeStatus " + step);
    }
}
