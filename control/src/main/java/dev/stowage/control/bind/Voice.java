package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Act.Tell;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.k8s.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries decisions out, and says things when they become true, not at every look. What stays true is said again
/// before servers forget it, which
/// they do after an hour. One worker a key, so a key's memory has one user at a time.
final class Voice {
    private static final Logger log = LoggerFactory.getLogger(Voice.class);
    private static final Duration REMINDER = Duration.ofMinutes(30);

    private record Saying(String about, String reason, String message) {
        static Saying of(Tell tell) {
            return new Saying(tell.about().uid(), tell.reason(), tell.message());
        }
    }

    private record Said(List<Saying> what, Instant when) {}

    private final Hands hands;
    private final InstantSource clock;
    private final Map<NamespacedName, Said> said = new ConcurrentHashMap<>();

    Voice(Hands hands, InstantSource clock) {
        this.hands = hands;
        this.clock = clock;
    }

    /// Writes first, then what there is to say.
    ///
    /// @param looked the object whose look led to this
    void carryOut(NamespacedName looked, List<Act> acts) throws ApiFailure, InterruptedException {
        for (Act act : acts) {
            if (act instanceof Act.Change<?> change) {
                hands.carryOut(act);
                log.debug(
                        "{} {}: wrote {}",
                        change.kind(),
                        change.seen().key(),
                        change.patch().body());
            }
        }
        say(
                looked,
                acts.stream()
                        .filter(Tell.class::isInstance)
                        .map(Tell.class::cast)
                        .toList());
    }

    void forget(NamespacedName looked) {
        said.remove(looked);
    }

    private void say(NamespacedName looked, List<Tell> tells) throws ApiFailure, InterruptedException {
        if (tells.isEmpty()) {
            forget(looked);
            return;
        }
        Instant now = clock.instant();
        List<Saying> what = tells.stream().map(Saying::of).toList();
        Said before = said.get(looked);
        if (before != null
                && before.what().equals(what)
                && now.isBefore(before.when().plus(REMINDER))) {
            return;
        }
        said.put(looked, new Said(what, now));
        hands.carryOut(tells);
        tells.forEach(tell ->
                log.debug("{} {}: {}: {}", tell.about().kind(), tell.about().key(), tell.reason(), tell.message()));
    }
}
