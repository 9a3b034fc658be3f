package dev.stowage.kube.events;

import dev.stowage.kube.model.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Decides what becomes of an event: a new object, one more count on an old one, or nothing. The same words on
/// the same
/// object are counted; more than ten different words for the same reason within ten minutes become one event;
/// an object
/// that keeps talking is heard 25 times, then once in five minutes. Thread-safe, with a bounded memory.
final class EventCorrelator {
    private static final int MOST_REMEMBERED = 4096;
    private static final int DIFFERENT_WORDS = 10;
    private static final Duration WORDS_WINDOW = Duration.ofMinutes(10);
    private static final double BURST = 25;
    private static final double PER_SECOND = 1.0 / 300;
    private static final String COMBINED = "(combined from similar events): ";

    /// Whom it is about, and what sort of thing is said.
    record EventSubject(ObjectReference about, String type, String reason) {
        EventSubject {
            // The same object at another version is the same object.
            about = new ObjectReference(
                    about.apiVersion(), about.kind(), about.namespace(), about.name(), about.uid(), "");
        }
    }

    private record Words(EventSubject eventSubject, String message) {}

    sealed interface Decision {}

    record Drop() implements Decision {}

    record First(EventSubject eventSubject, String message) implements Decision {}

    record Repeat(EventSubject eventSubject, String message, String eventName, int count) implements Decision {
        First again() {
            return new First(eventSubject, message);
        }
    }

    private record Written(String eventName, int count) {}

    private static final class Bucket {
        private double tokens = BURST;
        private Instant filled;

        Bucket(Instant now) {
            filled = now;
        }

        boolean take(Instant now) {
            double passed = Duration.between(filled, now).toNanos() / 1e9;
            tokens = Math.min(BURST, tokens + passed * PER_SECOND);
            filled = now;
            if (tokens < 1) {
                return false;
            }
            tokens -= 1;
            return true;
        }
    }

    private record Similar(int different, Instant since) {}

    private final Map<ObjectReference, Bucket> budgets = remember();
    private final Map<EventSubject, Similar> similar = remember();
    private final Map<Words, Written> written = remember();

    private static <K, V> Map<K, V> remember() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MOST_REMEMBERED;
            }
        };
    }

    synchronized Decision decide(EventSubject eventSubject, String message, Instant now) {
        if (!budgets.computeIfAbsent(eventSubject.about(), _ -> new Bucket(now)).take(now)) {
            return new Drop();
        }
        String said = message;
        if (!written.containsKey(new Words(eventSubject, message)) && isChatter(eventSubject, now)) {
            said = COMBINED + message;
        }
        Words words = new Words(eventSubject, said.startsWith(COMBINED) ? COMBINED : said);
        Written before = written.get(words);
        if (before == null) {
            return new First(eventSubject, said);
        }
        Written more = new Written(before.eventName(), before.count() + 1);
        written.put(words, more);
        return new Repeat(eventSubject, said, more.eventName(), more.count());
    }

    private boolean isChatter(EventSubject eventSubject, Instant now) {
        Similar before = similar.get(eventSubject);
        Similar more = before == null || before.since().plus(WORDS_WINDOW).isBefore(now)
                ? new Similar(1, now)
                : new Similar(before.different() + 1, before.since());
        similar.put(eventSubject, more);
        return more.different() > DIFFERENT_WORDS;
    }

    synchronized void recordWritten(First first, String eventName) {
        String key = first.message().startsWith(COMBINED) ? COMBINED : first.message();
        written.put(new Words(first.eventSubject(), key), new Written(eventName, 1));
    }
}
