package dev.stowage.explain.cause;

import dev.stowage.explain.picture.Happening;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Strand;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What was told, and about which object.
///
/// @param now when the picture was taken
public record Heard(Thing about, Happening told, Instant now) {

    /// The latest first.
    public static Stream<Heard> about(Thing thing, Strand strand) {
        return strand.picture().happenings(thing).stream()
                .map(told -> new Heard(thing, told, strand.picture().taken()));
    }

    /// About everything that the volume hangs on, object by object.
    public static Stream<Heard> all(Strand strand) {
        return Stream.of(
                        strand.pod(),
                        strand.claim(),
                        strand.volume(),
                        strand.attachment(),
                        strand.snapshot(),
                        strand.content(),
                        strand.node())
                .flatMap(Optional::stream)
                .flatMap(thing -> about(thing, strand));
    }

    public String text() {
        return told.text();
    }

    public boolean matches(Pattern pattern) {
        return pattern.matcher(told.text()).find();
    }

    public boolean isBecause(String reason) {
        return told.reason().equals(reason);
    }

    public Evidence evidence() {
        return Evidence.event(about, told, now);
    }
}
