package dev.stowage.explain.cause.attach;

import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;
import java.util.regex.Pattern;

/// A volume for one node is still at another.
public final class MultiAttach implements Situation {
    static final String WORD = "multi-attach";

    /// Before 1.37 and since.
    private static final Pattern WORDS = Pattern.compile("(Multi-Attach error|Waiting for detach) for volume");

    @Override
    public Optional<Finding> in(Strand strand) {
        Optional<Thing> pod = strand.pod().filter(Uses::isStarting);
        if (pod.isEmpty() || strand.attachment().filter(Attachments::isAttached).isPresent()) {
            return Optional.empty();
        }
        Thing waiting = pod.get();
        Optional<Heard> told = Heard.about(waiting, strand)
                .filter(each -> each.matches(WORDS) && concerns(each.text(), strand))
                .findFirst();
        return strand.volume()
                .filter(Attachments::isExclusive)
                .flatMap(volume -> elsewhere(volume, waiting, strand)
                        .map(other -> new Holding(strand, waiting, volume, other, told)))
                .map(Holding::finding)
                .orElseGet(() -> told.filter(_ -> !strand.picture().sees(Sort.ATTACHMENT))
                        .flatMap(heard -> Holding.onlyTold(waiting, heard)));
    }

    private static Optional<Thing> elsewhere(Thing volume, Thing pod, Strand strand) {
        return Attachments.of(volume, strand.picture()).stream()
                .filter(each -> !Attachments.node(each).equals(Uses.node(pod)))
                .filter(each -> Attachments.isAttached(each) || each.isDeleting())
                // What the driver says about it is more than what can be said here.
                .filter(each -> each.text("/status/detachError/message").isEmpty())
                .findFirst();
    }

    private static boolean concerns(String text, Strand strand) {
        return strand.volume()
                .map(volume -> text.contains("\"" + volume.name() + "\""))
                .orElse(true);
    }
}
