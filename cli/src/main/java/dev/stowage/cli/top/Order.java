package dev.stowage.cli.top;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/// By what rows are sorted; the largest comes first, and names decide between equals.
enum Order {
    NAME,
    USED,
    SIZE,
    PERCENT,
    INODES;

    private double amount(Row row) {
        return switch (this) {
            case NAME -> 0;
            case USED -> row.usage().map(Usage::usedBytes).orElse(-1L);
            case SIZE -> row.size();
            case PERCENT -> row.usage().map(Usage::bytesShare).orElse(-1.0);
            case INODES -> row.usage().map(Usage::inodesShare).orElse(-1.0);
        };
    }

    Comparator<Row> comparator() {
        return Comparator.comparingDouble(this::amount)
                .reversed()
                .thenComparing(Row::namespace)
                .thenComparing(Row::claim);
    }

    static Order of(String word) {
        return Arrays.stream(values())
                .filter(order -> order.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + word + "\" is none of " + words()));
    }

    static String words() {
        return Arrays.stream(values()).map(Order::word).collect(Collectors.joining("|"));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return word();
    }
}
