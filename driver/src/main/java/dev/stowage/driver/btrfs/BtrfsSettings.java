package dev.stowage.driver.btrfs;

import dev.stowage.driver.bind.VolumeLabels;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// Modifiable parameters of a volume on btrfs: labels, and `exclusiveLimit`, the maximum number of bytes that it
/// may hold without sharing them with snapshots or clones. An empty value removes a setting.
final class BtrfsSettings {
    static final String EXCLUSIVE_LIMIT = "exclusiveLimit";
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

    private BtrfsSettings() {}

    static void check(Map<String, String> settings) throws CsiException {
        String limit = settings.getOrDefault(EXCLUSIVE_LIMIT, "");
        if (!limit.isEmpty() && !NUMBER.matcher(limit).matches()) {
            throw CsiException.invalidArgument(EXCLUSIVE_LIMIT + " must be a number of bytes, or empty for no limit");
        }
        VolumeLabels.check(settings, Set.of(EXCLUSIVE_LIMIT));
    }

    static OptionalLong exclusiveLimit(Map<String, String> settings) {
        String limit = settings.getOrDefault(EXCLUSIVE_LIMIT, "");
        return limit.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(limit));
    }
}
