package dev.stowage.driver.iolimit;

import dev.stowage.driver.backend.DeviceNumber;
import dev.stowage.driver.backend.LimitSetting;
import dev.stowage.driver.bind.VolumeLabels;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// What a pod may read and write on a volume in a second, and whether the volume may be used where nothing enforces
/// that.
///
/// @param readBandwidth in bytes
/// @param writeBandwidth in bytes
/// @param readIops in operations
/// @param writeIops in operations
public record IoLimits(
        OptionalLong readBandwidth,
        OptionalLong writeBandwidth,
        OptionalLong readIops,
        OptionalLong writeIops,
        boolean isRequired) {

    private static final String READ_BANDWIDTH = "readBandwidth";
    private static final String WRITE_BANDWIDTH = "writeBandwidth";
    private static final String READ_IOPS = "readIops";
    private static final String WRITE_IOPS = "writeIops";
    private static final String REQUIRE = "requireIoLimits";

    /// The parameters.
    public static final Set<String> KEYS = Set.of(READ_BANDWIDTH, WRITE_BANDWIDTH, READ_IOPS, WRITE_IOPS, REQUIRE);

    /// The kernel takes this number, and larger ones, for no limit.
    private static final long UNLIMITED_IOPS = 0xFFFF_FFFFL;

    /// The limits in settings that were checked.
    public static IoLimits of(Map<String, String> settings) {
        return new IoLimits(
                LimitSetting.find(settings, READ_BANDWIDTH),
                LimitSetting.find(settings, WRITE_BANDWIDTH),
                LimitSetting.find(settings, READ_IOPS),
                LimitSetting.find(settings, WRITE_IOPS),
                "true".equals(settings.get(REQUIRE)));
    }

    /// Refuses settings that are neither labels nor such limits.
    public static void check(Map<String, String> settings) throws CsiException {
        VolumeLabels.check(settings, KEYS);
        for (String key : Set.of(READ_BANDWIDTH, WRITE_BANDWIDTH, READ_IOPS, WRITE_IOPS)) {
            LimitSetting.check(settings, key);
        }
        for (String key : Set.of(READ_IOPS, WRITE_IOPS)) {
            if (LimitSetting.find(settings, key).orElse(0) >= UNLIMITED_IOPS) {
                throw CsiException.invalidArgument("parameter %s must be below %d".formatted(key, UNLIMITED_IOPS));
            }
        }
        if (!Set.of("true", "false", "").contains(settings.getOrDefault(REQUIRE, ""))) {
            throw CsiException.invalidArgument("parameter %s must be true or false".formatted(REQUIRE));
        }
    }

    /// Whether there is nothing to enforce.
    boolean isEmpty() {
        return readBandwidth.isEmpty() && writeBandwidth.isEmpty() && readIops.isEmpty() && writeIops.isEmpty();
    }

    static IoLimits none() {
        return of(Map.of());
    }

    /// The line of `io.max` for a device, as it is written and read.
    String line(DeviceNumber device) {
        return "%s rbps=%s wbps=%s riops=%s wiops=%s"
                .formatted(device, word(readBandwidth), word(writeBandwidth), word(readIops), word(writeIops));
    }

    private static String word(OptionalLong limit) {
        return limit.isPresent() ? Long.toString(limit.getAsLong()) : "max";
    }
}
