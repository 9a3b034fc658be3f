package dev.stowage.explain.cause.change;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// More is asked for, and nobody has begun: it is not allowed, or nobody is there who does it.
final class Unserved {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final String PROVISIONED = "pv.kubernetes.io/provisioned-by";

    private Unserved() {}

    static Optional<Finding> finding(Growth growth) {
        Strand strand = growth.strand();
        boolean allowed = strand.storageClass()
                .map(each -> each.text("/allowVolumeExpansion").equals("true"))
                .orElse(false);
        boolean dynamic = strand.volume()
                .map(each -> each.annotation(PROVISIONED).isPresent())
                .orElse(true);
        return allowed && dynamic ? waiting(growth) : forbidden(growth, allowed);
    }

    private static Optional<Finding> forbidden(Growth growth, boolean allowed) {
        Optional<Thing> storageClass = growth.strand().storageClass();
        String why = allowed
                ? "its volume was made by hand, and only volumes that a driver made can grow"
                : storageClass
                        .map(each -> each.title() + " does not allow it")
                        .orElse("it has no storage class that allows it");
        Draft draft = Expansion.draft(
                        growth,
                        "expansion-forbidden",
                        Weight.CAUSE,
                        "%s cannot grow: %s.".formatted(growth.claim().title(), why))
                .actor(allowed ? Actor.USER : Actor.CLUSTER_ADMIN);
        storageClass.ifPresent(each -> draft.shows(
                        each,
                        "allowVolumeExpansion "
                                + each.json().path("allowVolumeExpansion").asText("not set"))
                .safe(
                        "If the driver can grow volumes, allow it; it holds for volumes that are there, too.",
                        Commands.on("patch", each) + " -p '{\"allowVolumeExpansion\":true}'"));
        return draft.advice("Or make a larger claim and copy the data.").found();
    }

    private static Optional<Finding> waiting(Growth growth) {
        Strand strand = growth.strand();
        Optional<Heard> asked = Heard.about(growth.claim(), strand)
                .filter(each -> each.isBecause("ExternalExpanding"))
                .findFirst();
        boolean fresh = asked.map(each -> strand.since(each.told().last()).compareTo(PATIENCE) < 0)
                .orElse(false);
        String driver = strand.driver();
        Draft draft = fresh
                ? Expansion.draft(
                                growth,
                                "expansion-asked",
                                Weight.WAITING,
                                "%s is about to grow to %s."
                                        .formatted(growth.claim().title(), growth.wanted()))
                        .usual(USUAL)
                : Expansion.draft(
                                growth,
                                "resizer-missing",
                                Weight.CAUSE,
                                "Nobody makes volumes of driver %s larger: no resizer has taken %s."
                                        .formatted(driver, growth.claim().title()))
                        .actor(Actor.STORAGE_ADMIN)
                        .safe(
                                "Find the driver's controller and see whether its csi-resizer runs.",
                                "kubectl get pods -A -o wide");
        asked.ifPresent(each -> draft.told(each).since(each.told().last()));
        return draft.found();
    }
}
