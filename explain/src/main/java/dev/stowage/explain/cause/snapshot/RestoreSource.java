package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Amounts;
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
import dev.stowage.k8s.Quantity;
import java.time.Duration;
import java.util.Optional;

/// A claim is to be made from a snapshot or another claim that does not suit.
public final class RestoreSource implements Situation {
    private static final String WORD = "source-unsuitable";
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.claim()
                .filter(claim -> claim.text("/status/phase").equals("Pending") && !claim.isDeleting())
                .flatMap(claim -> Source.of(claim).flatMap(source -> judge(claim, source, strand)));
    }

    private static Optional<Finding> judge(Thing claim, Source source, Strand strand) {
        if (!strand.picture().sees(source.sort())) {
            return Unserved.isUnknown(strand.picture(), source.sort()) ? Unserved.unknown(claim) : told(claim, strand);
        }
        Optional<Thing> found = source.find(strand.picture());
        if (found.isEmpty()) {
            return missing(claim, source, strand);
        }
        Thing from = found.get();
        if (from.isDeleting()) {
            return draft(
                            claim,
                            Weight.CAUSE,
                            "%s is to be made from %s, which is being deleted.".formatted(claim.title(), from.title()))
                    .actor(Actor.USER)
                    .shows(from, "deletionTimestamp " + from.text("/metadata/deletionTimestamp"))
                    .advice("Make the claim anew from another source.")
                    .found();
        }
        return isReady(from) ? unsuitable(claim, from, strand) : notReady(claim, from);
    }

    private static boolean isReady(Thing source) {
        return source.sort() == Sort.CLAIM
                ? source.text("/status/phase").equals("Bound")
                : source.text("/status/readyToUse").equals("true");
    }

    private static Optional<Finding> missing(Thing claim, Source source, Strand strand) {
        Draft draft = draft(
                        claim,
                        Weight.CAUSE,
                        "%s is to be made from %s, which does not exist in namespace %s."
                                .formatted(claim.title(), source.title(), source.namespace()))
                .actor(Actor.USER)
                .shows(claim, "source " + source.title());
        var others = source.others(strand.picture());
        return draft.advice(
                        others.isEmpty()
                                ? "There is none that could be meant."
                                : "There are: " + String.join(", ", others) + ".")
                .safe("Make the source; or make the claim anew, its source cannot be changed.", Commands.delete(claim))
                .found();
    }

    private static Optional<Finding> notReady(Thing claim, Thing from) {
        String error = from.text("/status/error/message");
        boolean snapshot = from.sort() == Sort.SNAPSHOT;
        String how = !error.isEmpty()
                ? "fails: " + Said.plain(error)
                : snapshot ? "is not ready yet." : "has no volume of its own yet.";
        return draft(
                        claim,
                        error.isEmpty() ? Weight.WAITING : Weight.CAUSE,
                        "%s is to be made from %s, which %s".formatted(claim.title(), from.title(), how))
                .actor(error.isEmpty() ? Actor.NOBODY : Actor.STORAGE_ADMIN)
                .shows(
                        from,
                        snapshot
                                ? "readyToUse "
                                        + from.json().at("/status/readyToUse").asText("not set")
                                : "phase " + from.text("/status/phase"))
                .usual(error.isEmpty() ? USUAL : Duration.ZERO)
                .safe(
                        "See what hinders the source.",
                        "stowage explain " + from.title() + " -n " + Commands.quoted(from.namespace()))
                .found();
    }

    private static Optional<Finding> unsuitable(Thing claim, Thing from, Strand strand) {
        Optional<Quantity> needed =
                from.sort() == Sort.CLAIM ? Amounts.wanted(from) : Amounts.at(from, "/status/restoreSize");
        Quantity wanted = Amounts.wanted(claim).orElse(Quantity.ZERO);
        if (needed.filter(least -> wanted.compareTo(least) < 0).isPresent()) {
            return tooSmall(claim, from, wanted, needed.get());
        }
        String made = from.sort() == Sort.SNAPSHOT
                ? strand.content().map(each -> each.text("/spec/driver")).orElse("")
                : from.annotation("volume.kubernetes.io/storage-provisioner").orElse("");
        String asked =
                strand.storageClass().map(each -> each.text("/provisioner")).orElse("");
        return made.isEmpty() || asked.isEmpty() || made.equals(asked)
                ? told(claim, strand)
                : otherDriver(claim, from, made, asked);
    }

    private static Optional<Finding> tooSmall(Thing claim, Thing from, Quantity wanted, Quantity needed) {
        return draft(
                        claim,
                        Weight.CAUSE,
                        "%s asks for %s, and %s needs at least %s."
                                .formatted(claim.title(), wanted, from.title(), needed))
                .actor(Actor.USER)
                .shows(claim, "requested " + wanted)
                .shows(from, (from.sort() == Sort.CLAIM ? "requested " : "restoreSize ") + needed)
                .safe(
                        "Make the claim anew with at least that size: it holds nothing yet, and cannot be changed.",
                        Commands.delete(claim))
                .found();
    }

    private static Optional<Finding> otherDriver(Thing claim, Thing from, String made, String asked) {
        return draft(
                        claim,
                        Weight.CAUSE,
                        "%s is to be made by driver %s from %s, which is of driver %s."
                                .formatted(claim.title(), asked, from.title(), made))
                .actor(Actor.USER)
                .shows(from, "driver " + made)
                .shows(claim, "storageClassName " + claim.text("/spec/storageClassName") + " of driver " + asked)
                .advice("Use a class of driver " + made + ".")
                .found();
    }

    /// What the provisioner says of sources, for whatever cannot be seen from here.
    private static Optional<Finding> told(Thing claim, Strand strand) {
        return Heard.about(claim, strand)
                .filter(each -> each.text().contains("error getting handle for DataSource"))
                .findFirst()
                .flatMap(told -> draft(
                                claim,
                                Weight.TOLD,
                                "%s cannot be made from its source: %s"
                                        .formatted(
                                                claim.title(),
                                                Said.plain(told.text().replaceFirst(".*by Name [^:]*: ", ""))))
                        .actor(Actor.USER)
                        .told(told)
                        .safe("See the claim.", Commands.describe(claim))
                        .found());
    }

    private static Draft draft(Thing claim, Weight weight, String verdict) {
        return Draft.of(WORD, weight, Part.SNAPSHOT, verdict).since(claim, "/metadata/creationTimestamp");
    }
}
