package dev.stowage.cli.csi;

import java.util.Locale;
import java.util.stream.Stream;

/// How answers are shown: a table for people, JSON for programs.
enum CsiOutputFormat {
    TABLE,
    JSON;

    static CsiOutputFormat parse(String text) {
        return Stream.of(values())
                .filter(csiOutputFormat -> csiOutputFormat.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + text + "\" is neither table nor json"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
