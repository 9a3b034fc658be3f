package dev.stowage.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.object.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CorrelationTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Correlation correlation = new Correlation();

    private static Correlation.Subject subject(String name, String version) {
        return new Correlation.Subject(
                new ObjectRef("v1", "PersistentVolumeClaim", "default", name, "uid-" + name, version),
                "Warning",
                "ProvisioningFailed");
    }

    @Test
    void theSameWordsAreCountedWhateverTheVersionOfTheObject() {
        var first = correlation.see(subject("a", "1"), "no", START);
        assertThat(first).isInstanceOf(Correlation.First.class);
        correlation.wrote((Correlation.First) first, "a.1");
        assertThat(correlation.see(subject("a", "2"), "no", START))
                .isEqualTo(new Correlation.Repeat(subject("a", "2"), "no", "a.1", 2));
        assertThat(correlation.see(subject("b", "1"), "no", START)).isInstanceOf(Correlation.First.class);
    }

    @Test
    void manyDifferentWordsBecomeOneEvent() {
        for (int i = 0; i < 10; i++) {
            var seen = correlation.see(subject("a", "1"), "no " + i, START);
            assertThat(seen).isInstanceOf(Correlation.First.class);
            correlation.wrote((Correlation.First) seen, "a." + i);
        }
        var combined = correlation.see(subject("a", "1"), "no 11", START);
        assertThat(combined)
                .isEqualTo(new Correlation.First(subject("a", "1"), "(combined from similar events): no 11"));
        correlation.wrote((Correlation.First) combined, "a.all");
        assertThat(correlation.see(subject("a", "1"), "no 12", START))
                .isEqualTo(
                        new Correlation.Repeat(subject("a", "1"), "(combined from similar events): no 12", "a.all", 2));
    }

    @Test
    void anObjectThatKeepsTalkingIsHeardLess() {
        int heard = 0;
        for (int i = 0; i < 100; i++) {
            var seen = correlation.see(subject("a", "1"), "no", START);
            if (seen instanceof Correlation.First first) {
                correlation.wrote(first, "a.1");
            }
            heard += seen instanceof Correlation.Drop ? 0 : 1;
        }
        assertThat(heard).isEqualTo(25);
        assertThat(correlation.see(subject("b", "1"), "no", START)).isInstanceOf(Correlation.First.class);
        assertThat(correlation.see(subject("a", "1"), "no", START.plus(Duration.ofMinutes(5))))
                .isInstanceOf(Correlation.Repeat.class);
    }
}
