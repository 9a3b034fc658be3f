package dev.stowage.sdk;

import java.util.Map;
import java.util.Optional;

/// Credentials that came with a call. They print as nothing, and the wire takes their values out of every
/// message and log line that leaves the driver; do not store them.
public final class Secrets {

    public static final Secrets NONE = new Secrets(Map.of());

    private final Map<String, String> values;

    public Secrets(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    public Optional<String> find(String key) {
        return Optional.ofNullable(values.get(key));
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    @Override
    public String toString() {
        return values.isEmpty() ? "no secrets" : "***stripped***";
    }
}
