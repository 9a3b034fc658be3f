package dev.stowage.kube.events;

import dev.stowage.kube.model.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Decides whether an event is written as a new object, counted on an existing one, or dropped, as client-go
/// does. Equal messages on an object are counted; more than ten different messages with the same reason within
/// ten minutes become one event; an object gets a burst of 25 events, then one every five minutes. Thread-safe,
/// with bounded memory.
final class EventCorrelator {
    private static final int MOST_REMEMBERED = 4096;
    private static final int DIFFERENT_MESSAGES = 10;
    private static final Duration MESSAGES_WINDOW = Duration.ofMinutes(10);
    private static final double BURST = 25;
    private static final double PER_SECOND = 1.0 / 300;
    private static final String COMBINED = "(combined from similar events): ";

    /// The object, type and reason of an event.
    record EventSubject(ObjectReference about, String type, String reason) {
        EventSubject {
            // The same object at another version is the same object.
            about = new ObjectReference(
                    about.apiVersion(), about.kind(), about.namespace(), about.name(), about.uid(), "");
        }
    }

    private record MessageKey(EventSubject eventSubject, String message) {}

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
    private final Map<MessageKey, Written> written = remember();

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
        String text = message;
        if (!written.containsKey(new MessageKey(eventSubject, message)) && isTooVaried(eventSubject, now)) {
            text = COMBINED + message;
        }
        MessageKey key = new MessageKey(eventSubject, text.startsWith(COMBINED) ? COMBINED : text);
        Written before = written.get(key);
        if (before == null) {
            return new First(eventSubject, text);
        }
        Written more = new Written(before.eventName(), before.count() + 1);
        written.put(key, more);
        return new Repeat(eventSubject, text, more.eventName(), more.count());
    }

    private boolean isTooVaried(EventSubject eventSubject, Instant now) {
        Similar before = similar.get(eventSubject);
        Similar more = before == null || before.since().plus(MESSAGES_WINDOW).isBefore(now)
                ? new Similar(1, now)
                : new Similar(before.different() + 1, before.since());
        similar.put(eventSubject, more);
        return more.different() > DIFFERENT_MESSAGES;
    }

    synchronized void recordWritten(First first, String eventName) {
        String key = first.message().startsWith(COMBINED) ? COMBINED : first.message();
        written.put(new MessageKey(first.eventSubject(), key), new Written(eventName, 1));
    }
}
