package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Phase;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// A pod without a node, and what the scheduler says about it.
///
/// @param said its last word, empty when it has not spoken
record Unplaced(Strand strand, Thing pod, String said) {

    static Optional<Unplaced> in(Strand strand) {
        return strand.pod()
                .filter(pod -> Phase.of(pod) == Phase.UNSCHEDULED)
                .map(pod -> new Unplaced(strand, pod, words(strand, pod)));
    }

    /// The condition is so now; the event is for schedulers that write none.
    private static String words(Strand strand, Thing pod) {
        return pod.condition("PodScheduled")
                .filter(each -> each.path("status").asText("").equals("False"))
                .map(each -> each.path("message").asText(""))
                .filter(message -> !message.isEmpty())
                .or(() -> Heard.about(pod, strand)
                        .filter(heard -> heard.isBecause("FailedScheduling"))
                        .findFirst()
                        .map(Heard::text))
                .orElse("");
    }

    boolean says(Pattern words) {
        return words.matcher(said).find();
    }

    /// Adds what the scheduler said, and since when.
    Draft tell(Draft draft) {
        Optional<Heard> heard = Heard.about(pod, strand)
                .filter(each -> each.isBecause("FailedScheduling"))
                .findFirst();
        if (heard.isPresent()) {
            draft.told(heard.get());
        } else if (!said.isEmpty()) {
            draft.shows(pod, "PodScheduled is False: " + said);
        }
        return draft.since(pod, "/metadata/creationTimestamp");
    }

    Duration age() {
        return pod.time("/metadata/creationTimestamp").map(strand::since).orElse(Duration.ZERO);
    }
}
