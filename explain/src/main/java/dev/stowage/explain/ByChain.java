package dev.stowage.explain;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Evidence;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Happening;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Chain;
import dev.stowage.explain.strand.Link;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What can be said when no situation is known: which link does not hold, what is waited for, and what was told.
final class ByChain {
    /// A warning older than this may be about trouble that is over.
    private static final Duration FRESH = Duration.ofMinutes(10);
    /// Most steps of a volume's way take seconds.
    private static final Duration USUAL = Duration.ofMinutes(1);

    private static final int MOST_EVIDENCE = 5;

    private ByChain() {}

    static Optional<Finding> of(Strand strand) {
        Chain chain = Chain.of(strand);
        List<Evidence> warnings = warnings(strand);
        Optional<Link> broken = chain.broken();
        if (broken.isPresent()) {
            return Optional.of(broken(strand, broken.get(), warnings));
        }
        return chain.waitedFor().map(link -> warnings.isEmpty() ? waiting(strand, link) : told(strand, link, warnings));
    }

    private static Finding broken(Strand strand, Link link, List<Evidence> warnings) {
        Evidence state = new Evidence(subject(link), link.text(), Duration.ZERO, 0);
        return new Finding(
                "broken-link",
                Weight.CAUSE,
                link.part(),
                subject(link) + ": " + link.text() + ".",
                Actor.CLUSTER_ADMIN,
                Stream.concat(Stream.of(state), warnings.stream()).toList(),
                look(strand),
                Optional.empty(),
                Duration.ZERO);
    }

    private static Finding waiting(Strand strand, Link link) {
        return new Finding(
                "waiting",
                Weight.WAITING,
                link.part(),
                "Nothing is wrong; " + subject(link) + " " + link.text() + ".",
                Actor.NOBODY,
                List.of(new Evidence(subject(link), link.text(), Duration.ZERO, 0)),
                look(strand),
                begin(strand, link.part()),
                USUAL);
    }

    private static Finding told(Strand strand, Link link, List<Evidence> warnings) {
        Evidence latest = warnings.getFirst();
        return new Finding(
                "told",
                Weight.TOLD,
                link.part(),
                subject(link) + " " + link.text() + "; the last that was told about it: " + latest.text(),
                Actor.CLUSTER_ADMIN,
                warnings,
                look(strand),
                begin(strand, link.part()),
                Duration.ZERO);
    }

    private static List<Evidence> warnings(Strand strand) {
        Instant now = strand.picture().taken();
        return Stream.of(strand.pod(), strand.claim(), strand.volume(), strand.snapshot(), strand.content())
                .flatMap(Optional::stream)
                .flatMap(thing -> strand.picture().happenings(thing).stream()
                        .filter(Happening::warning)
                        .filter(told -> Duration.between(told.last(), now).compareTo(FRESH) < 0)
                        .limit(1)
                        .map(told -> Evidence.event(thing, told, now)))
                .limit(MOST_EVIDENCE)
                .toList();
    }

    private static Optional<Instant> begin(Strand strand, Part part) {
        Optional<Thing> thing = part == Part.POD || part == Part.MOUNT ? strand.pod() : strand.claim();
        return thing.or(strand::volume)
                .or(() -> Optional.of(strand.subject()))
                .flatMap(each -> each.time("/metadata/creationTimestamp"));
    }

    private static List<Remedy> look(Strand strand) {
        Thing subject = strand.subject();
        String where = subject.namespace().isEmpty() ? "" : " -n " + subject.namespace();
        Sort sort = subject.sort();
        return List.of(Remedy.safe(
                "All that the cluster tells about it.",
                "kubectl describe " + sort.word() + " " + subject.name() + where));
    }

    private static String subject(Link link) {
        String part = link.part().name().toLowerCase(Locale.ROOT);
        return link.name().isEmpty() ? "the " + part : part + " " + link.name();
    }
}
