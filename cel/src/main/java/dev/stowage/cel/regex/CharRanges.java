package dev.stowage.cel.regex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Ranges of characters, sorted and merged, so that a class with thousands of them is searched quickly.
final class CharRanges {
    private final int[] firsts;
    private final int[] lasts;

    private CharRanges(List<int[]> merged) {
        firsts = merged.stream().mapToInt(range -> range[0]).toArray();
        lasts = merged.stream().mapToInt(range -> range[1]).toArray();
    }

    /// @param ranges each with its first and last character
    static CharRanges of(Stream<int[]> ranges) {
        List<int[]> merged = new ArrayList<>();
        ranges.sorted(Comparator.comparingInt((int[] range) -> range[0])).forEach(range -> {
            if (!merged.isEmpty() && range[0] <= merged.getLast()[1] + 1) {
                merged.getLast()[1] = Math.max(merged.getLast()[1], range[1]);
            } else {
                merged.add(range.clone());
            }
        });
        return new CharRanges(merged);
    }

    boolean has(int character) {
        int at = Arrays.binarySearch(firsts, character);
        int range = at >= 0 ? at : -at - 2;
        return range >= 0 && character <= lasts[range];
    }
}
