package dev.stowage.cli.top;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/// The sort order of rows: numbers in descending order, then by name.
enum SortKey {
    NAME,
    USED,
    SIZE,
    PERCENT,
    INODES;

    private double amount(UsageRow usageRow) {
        return switch (this) {
            case NAME -> 0;
            case USED -> usageRow.usage().map(VolumeUsage::usedBytes).orElse(-1L);
            case SIZE -> usageRow.size();
            case PERCENT -> usageRow.usage().map(VolumeUsage::bytesShare).orElse(-1.0);
            case INODES -> usageRow.usage().map(VolumeUsage::inodesShare).orElse(-1.0);
        };
    }

    Comparator<UsageRow> comparator() {
        return Comparator.comparingDouble(this::amount)
                .reversed()
                .thenComparing(UsageRow::namespace)
                .thenComparing(UsageRow::claim);
    }

    static SortKey of(String word) {
        return Arrays.stream(values())
                .filter(sortKey -> sortKey.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"" + word + "\" is not one of " + words()));
    }

    static String words() {
        return Arrays.stream(values()).map(SortKey::word).collect(Collectors.joining("|"));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return word();
    }
}
