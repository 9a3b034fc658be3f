package dev.stowage.kube.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventCorrelatorTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final EventCorrelator eventCorrelator = new EventCorrelator();

    private static EventCorrelator.EventSubject subject(String name, String version) {
        return new EventCorrelator.EventSubject(
                new ObjectReference("v1", "PersistentVolumeClaim", "default", name, "uid-" + name, version),
                "Warning",
                "ProvisioningFailed");
    }

    @Test
    void theSameWordsAreCountedWhateverTheVersionOfTheObject() {
        var first = eventCorrelator.decide(subject("a", "1"), "no", START);
        assertThat(first).isInstanceOf(EventCorrelator.First.class);
        eventCorrelator.recordWritten((EventCorrelator.First) first, "a.1");
        assertThat(eventCorrelator.decide(subject("a", "2"), "no", START))
                .isEqualTo(new EventCorrelator.Repeat(subject("a", "2"), "no", "a.1", 2));
        assertThat(eventCorrelator.decide(subject("b", "1"), "no", START)).isInstanceOf(EventCorrelator.First.class);
    }

    @Test
    void manyDifferentWordsBecomeOneEvent() {
        for (int i = 0; i < 10; i++) {
            var seen = eventCorrelator.decide(subject("a", "1"), "no " + i, START);
            assertThat(seen).isInstanceOf(EventCorrelator.First.class);
            eventCorrelator.recordWritten((EventCorrelator.First) seen, "a." + i);
        }
        var combined = eventCorrelator.decide(subject("a", "1"), "no 11", START);
        assertThat(combined)
                .isEqualTo(new EventCorrelator.First(subject("a", "1"), "(combined from similar events): no 11"));
        eventCorrelator.recordWritten((EventCorrelator.First) combined, "a.all");
        assertThat(eventCorrelator.decide(subject("a", "1"), "no 12", START))
                .isEqualTo(new EventCorrelator.Repeat(
                        subject("a", "1"), "(combined from similar events): no 12", "a.all", 2));
    }

    @Test
    void anObjectThatKeepsTalkingIsHeardLess() {
        int heard = 0;
        for (int i = 0; i < 100; i++) {
            var seen = eventCorrelator.decide(subject("a", "1"), "no", START);
            if (seen instanceof EventCorrelator.First first) {
                eventCorrelator.recordWritten(first, "a.1");
            }
            heard += seen instanceof EventCorrelator.Drop ? 0 : 1;
        }
        assertThat(heard).isEqualTo(25);
        assertThat(eventCorrelator.decide(subject("b", "1"), "no", START)).isInstanceOf(EventCorrelator.First.class);
        assertThat(eventCorrelator.decide(subject("a", "1"), "no", START.plus(Duration.ofMinutes(5))))
                .isInstanceOf(EventCorrelator.Repeat.class);
    }
}
