package dev.stowage.cli.csi;

import java.util.Locale;
import java.util.stream.Stream;

/// How answers are shown: a table for people, JSON for programs.
enum Output {
    TABLE,
    JSON;

    static Output parse(String text) {
        return Stream.of(values())
                .filter(output -> output.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is neither table nor json"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
