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
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Somebody is asked to make a volume, and nothing comes.
final class ProvisionerSilent implements Situation {
    /// A provisioner that runs tells within seconds that it begins.
    private static final Duration USUAL = Duration.ofSeconds(30);

    private static final Pattern WAITING =
            Pattern.compile("(?i)waiting for a volume to be created,? either by the? external provisioner");

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(wish -> wish.isAskedFor() && wish.fitting().isEmpty())
                .filter(wish ->
                        !wish.provisioner().isEmpty() && !wish.provisioner().equals(Wish.NO_PROVISIONER))
                .filter(wish -> FailedAttempt.latest(wish).isEmpty())
                .flatMap(wish -> judge(new Maker(wish, wish.provisioner())));
    }

    private static Optional<Finding> judge(Maker maker) {
        if (!maker.isKnown() && maker.isLookedFor()) {
            return unknown(maker);
        }
        Optional<Thing> stale = maker.lease().filter(maker::isStale);
        Optional<Thing> down = maker.workloads().stream().filter(Maker::isDown).findFirst();
        if (!maker.hasSpoken() && (stale.isPresent() || down.isPresent())) {
            return down(maker);
        }
        boolean patient = maker.hasSpoken() || maker.wish().age().compareTo(USUAL) < 0;
        return patient ? underway(maker) : silent(maker);
    }

    private static Optional<Finding> unknown(Maker maker) {
        Optional<String> near = maker.near();
        Draft draft = draft(
                        maker,
                        "provisioner-unknown",
                        Weight.CAUSE,
                        near.isPresent() ? Part.CLASS : Part.DRIVER,
                        "Nobody in the cluster goes by the name " + maker.name() + ", which shall make the volume of "
                                + maker.wish().claim().title()
                                + near.map(name -> "; did the class mean " + name + "?")
                                        .orElse("."))
                .actor(Actor.CLUSTER_ADMIN);
        near.ifPresent(name -> draft.shows(maker.wish().claim(), "a driver that is there: " + name));
        return draft.shows(
                        maker.wish().claim(),
                        "no CSIDriver, no registration on a node, no lease and no workload has that name")
                .safe("Drivers that are there.", "kubectl get csidrivers,csinodes")
                .advice("Install the driver, or make a class with the right provisioner and the claim anew with it:"
                        + " a class cannot be changed.")
                .found();
    }

    private static Optional<Finding> down(Maker maker) {
        Draft draft = draft(
                        maker,
                        "provisioner-down",
                        Weight.CAUSE,
                        Part.DRIVER,
                        "The provisioner " + maker.name() + " is there but does not run, so that "
                                + maker.wish().claim().title() + " gets no volume.")
                .actor(Actor.STORAGE_ADMIN);
        maker.lease()
                .filter(maker::isStale)
                .ifPresent(lease -> draft.shows(
                        lease,
                        "last renewed " + lease.text("/spec/renewTime") + " by " + lease.text("/spec/holderIdentity")));
        maker.workloads().stream()
                .filter(Maker::isDown)
                .forEach(workload -> draft.shows(workload, "no pod of it is ready")
                        .safe("Why its pods are not ready.", Commands.describe(workload)));
        return draft.advice("When it runs again the claim goes on by itself.").found();
    }

    private static Optional<Finding> underway(Maker maker) {
        Draft draft = draft(
                maker,
                "being-provisioned",
                Weight.WAITING,
                Part.VOLUME,
                "Nothing is wrong; " + maker.name() + " is to make the volume of "
                        + maker.wish().claim().title() + ", and no failure was told.");
        maker.spoken().findFirst().ifPresent(draft::told);
        return draft.usual(USUAL).found();
    }

    private static Optional<Finding> silent(Maker maker) {
        return draft(
                        maker,
                        "provisioner-silent",
                        Weight.CAUSE,
                        Part.DRIVER,
                        maker.name() + " has told nothing about "
                                + maker.wish().claim().title()
                                + ": its provisioner does not run, does not lead, or has no right to see claims.")
                .actor(Actor.STORAGE_ADMIN)
                .safe("Whether its pods run.", "kubectl get pods -A -o wide")
                .safe("Who leads.", "kubectl get leases -A")
                .advice("Its log tells which right it lacks, if any: look for \"forbidden\".")
                .found();
    }

    private static Draft draft(Maker maker, String situation, Weight weight, Part part, String verdict) {
        Wish wish = maker.wish();
        Draft draft = Draft.of(situation, weight, part, verdict)
                .shows(wish.claim(), "storage-provisioner: " + maker.name())
                .since(wish.claim(), "/metadata/creationTimestamp");
        Heard.about(wish.claim(), wish.strand())
                .filter(heard -> heard.isBecause("ExternalProvisioning") || heard.matches(WAITING))
                .findFirst()
                .ifPresent(draft::told);
        return draft;
    }
}
