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
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The claim names no class, so that nobody makes a volume for it.
final class NoClass implements Situation {
    private static final List<String> DEFAULT =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> in(Strand strand) {
        return Wish.pending(strand)
                .filter(wish -> wish.className().isEmpty() && wish.volumeName().isEmpty())
                .filter(wish -> strand.picture().sees(Sort.CLASS))
                .filter(wish -> wish.fitting().isEmpty())
                .flatMap(NoClass::judge);
    }

    private static Optional<Finding> judge(Wish wish) {
        if (wish.refusesClasses()) {
            return refusal(wish);
        }
        List<Thing> standard = wish.strand().picture().all(Sort.CLASS).stream()
                .filter(NoClass::isDefault)
                .toList();
        return standard.isEmpty() ? without(wish) : late(wish, standard.getFirst());
    }

    private static boolean isDefault(Thing storageClass) {
        return DEFAULT.stream()
                .flatMap(key -> storageClass.annotation(key).stream())
                .anyMatch("true"::equals);
    }

    private static Optional<Finding> without(Wish wish) {
        Thing claim = wish.claim();
        List<Thing> classes = wish.strand().picture().all(Sort.CLASS);
        Draft draft = Draft.of(
                        "no-storage-class",
                        Weight.CAUSE,
                        Part.CLASS,
                        claim.title() + " names no storage class, and the cluster has no default one.")
                .actor(Actor.CLUSTER_ADMIN)
                .shows(claim, "spec.storageClassName: not set")
                .since(claim, "/metadata/creationTimestamp");
        told(wish).ifPresent(draft::told);
        draft.safe("See which classes there are.", "kubectl get storageclass");
        if (classes.isEmpty()) {
            draft.advice("There is no class at all: install a storage driver and make a class for it.");
        } else {
            draft.safe(
                    "Make one of them the default; the claim then takes it by itself.",
                    "kubectl annotate storageclass "
                            + Commands.quoted(classes.getFirst().name()) + " " + DEFAULT.getFirst() + "=true");
            draft.advice(
                    "Or make the claim anew with spec.storageClassName; the one that is there cannot wait for two.");
        }
        return draft.found();
    }

    /// A default that came after the claim is given to it.
    private static Optional<Finding> late(Wish wish, Thing standard) {
        Thing claim = wish.claim();
        return Draft.of(
                        "gets-default-class",
                        Weight.WAITING,
                        Part.CLASS,
                        "Nothing is wrong; " + claim.title() + " is about to get the default class " + standard.name()
                                + ".")
                .shows(claim, "spec.storageClassName: not set")
                .shows(standard, "is the default")
                .since(claim, "/metadata/creationTimestamp")
                .usual(USUAL)
                .found();
    }

    private static Optional<Finding> refusal(Wish wish) {
        Thing claim = wish.claim();
        Draft draft = Draft.of(
                        "no-volume-fits",
                        Weight.CAUSE,
                        Part.VOLUME,
                        claim.title()
                                + " wants a volume without a class (storageClassName: \"\"), and none that is free"
                                + " fits it.")
                .actor(Actor.USER)
                .shows(claim, "spec.storageClassName: \"\"")
                .since(claim, "/metadata/creationTimestamp");
        StaticVolumes.tell(wish, draft);
        told(wish).ifPresent(draft::told);
        return draft.advice(
                        "To have a volume made, make the claim anew without storageClassName, or with a class's name.")
                .safe("Volumes that are there.", "kubectl get pv")
                .found();
    }

    private static Optional<Heard> told(Wish wish) {
        return Heard.about(wish.claim(), wish.strand())
                .filter(heard -> heard.isBecause("FailedBinding"))
                .findFirst();
    }
}
