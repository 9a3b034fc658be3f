package dev.stowage.driver.backend;

import dev.stowage.flags.ByteSize;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.OptionalLong;

/// A limit among the settings of a volume: a whole number above 0, also as a quantity (`100k`, `64Mi`). An empty
/// value is no limit.
public final class LimitSetting {
    private LimitSetting() {}

    /// Refuses what is not a limit.
    public static void check(Map<String, String> settings, String key) throws CsiException {
        String value = settings.getOrDefault(key, "");
        if (!value.isEmpty() && !isLimit(value)) {
            throw CsiException.invalidArgument(
                    "parameter %s must be a whole number above 0, such as 5000, 100k or 64Mi, or empty for no limit"
                            .formatted(key));
        }
    }

    /// The limit in settings that were checked.
    public static OptionalLong find(Map<String, String> settings, String key) {
        String value = settings.getOrDefault(key, "");
        return value.isEmpty() ? OptionalLong.empty() : OptionalLong.of(ByteSize.parse(value));
    }

    private static boolean isLimit(String value) {
        try {
            return ByteSize.parse(value) > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
