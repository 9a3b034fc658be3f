package dev.stowage.flags;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Suggests the known word that the user probably meant.
public final class SpellingSuggestion {

    private SpellingSuggestion() {}

    /// The nearest candidate by edit distance, unless even that one is too different.
    public static Optional<String> nearest(String typed, Collection<String> candidates) {
        int limit = Math.clamp(typed.length() / 3, 2, 6); // two: swapping neighbours counts as two replacements
        return candidates.stream()
                .filter(candidate -> distance(typed, candidate) <= limit)
                .min(Comparator.comparingInt((String candidate) -> distance(typed, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// Insertions, deletions and replacements that turn one word into the other.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
