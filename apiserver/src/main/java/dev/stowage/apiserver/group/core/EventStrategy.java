package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.resource.Strategy;
import java.time.Duration;
import java.util.Optional;

/// Events of both groups: they go by themselves.
public final class EventStrategy implements Strategy {
    private static final Optional<Duration> LIFETIME = Optional.of(Duration.ofHours(1));

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public Optional<Duration> lifetime() {
        return LIFETIME;
    }
}
