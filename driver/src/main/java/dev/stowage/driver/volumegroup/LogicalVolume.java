package dev.stowage.driver.volumegroup;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One row of the report about logical volumes.
///
/// @param size in bytes
/// @param pool the thin pool that it is in
/// @param usedPercent how much of a thin pool or thin volume is mapped
/// @param metadataPercent how much of a thin pool's metadata is used
/// @param metadataSize of a thin pool, in bytes
/// @param health empty when all is well
/// @param thinId the number of a thin volume in its pool
/// @param zeroes whether a thin pool zeroes blocks before a volume gets them
/// @param origin what it is a snapshot of
/// @param cowState whether it shows a point in time, if it is a snapshot that copies on write
public record LogicalVolume(
        String name,
        long size,
        Set<String> tags,
        Optional<String> pool,
        double usedPercent,
        double metadataPercent,
        long metadataSize,
        String health,
        Optional<Long> thinId,
        boolean zeroes,
        Optional<String> origin,
        CowState cowState) {

    static final String COLUMNS =
            "lv_name,lv_size,lv_tags,pool_lv,data_percent,metadata_percent,lv_metadata_size,lv_health_status,thin_id,zero"
                    + ",origin,lv_snapshot_invalid";

    public LogicalVolume {
        tags = Set.copyOf(tags);
    }

    static LogicalVolume of(Map<String, String> row) {
        return new LogicalVolume(
                row.getOrDefault("lv_name", ""),
                Long.parseLong(row.getOrDefault("lv_size", "0")),
                Set.copyOf(List.of(row.getOrDefault("lv_tags", "").split(","))),
                Optional.of(row.getOrDefault("pool_lv", "")).filter(pool -> !pool.isEmpty()),
                percent(row.getOrDefault("data_percent", "")),
                percent(row.getOrDefault("metadata_percent", "")),
                bytes(row.getOrDefault("lv_metadata_size", "")),
                row.getOrDefault("lv_health_status", ""),
                Optional.of(row.getOrDefault("thin_id", ""))
                        .filter(id -> !id.isEmpty())
                        .map(Long::valueOf),
                row.getOrDefault("zero", "").equals("1"),
                Optional.of(row.getOrDefault("origin", "")).filter(origin -> !origin.isEmpty()),
                CowState.of(row.getOrDefault("lv_snapshot_invalid", "")));
    }

    /// Whether it is a snapshot outside a thin pool: it keeps what its origin had before each write, and its size is
    /// what it has room for. It is active whenever its origin is.
    public boolean isCow() {
        return origin.isPresent() && pool.isEmpty();
    }

    private static double percent(String text) {
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    private static long bytes(String text) {
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /// The value of the tag `key=value`.
    public Optional<String> tag(String key) {
        return tags.stream()
                .filter(tag -> tag.startsWith(key + "="))
                .map(tag -> tag.substring(key.length() + 1))
                .findFirst();
    }
}
