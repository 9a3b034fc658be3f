package dev.stowage.explain.doctor;

import java.util.Collection;
import java.util.stream.Collectors;

/// Names in a sentence: the first few, and how many more there are.
public final class NameSummary {
    private static final int SHOWN = 5;

    private NameSummary() {}

    public static String of(Collection<String> names) {
        String first = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() > SHOWN ? first + " and " + (names.size() - SHOWN) + " more" : first;
    }

    /// `1 mount`, `2 mounts`.
    public static String count(int number, String one) {
        return number + " " + one + (number == 1 ? "" : "s");
    }
}
