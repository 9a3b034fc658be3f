package dev.stowage.driver.quota;

import dev.stowage.driver.backend.LimitSetting;
import dev.stowage.sdk.CsiException;
import java.util.Map;

/// How many inodes a volume may have: files, directories and links. Its own directory is one of them.
///
/// @param most 0 without a limit, as the kernel has it
public record InodeLimit(long most) {
    /// The parameter.
    public static final String KEY = "inodes";

    /// The limit in settings that were checked.
    public static InodeLimit of(Map<String, String> settings) {
        return new InodeLimit(LimitSetting.find(settings, KEY).orElse(0));
    }

    /// Refuses what is not a limit.
    public static void check(Map<String, String> settings) throws CsiException {
        LimitSetting.check(settings, KEY);
    }

    boolean isSet() {
        return most != 0;
    }

    /// @throws CsiException INVALID_ARGUMENT when there is a limit
    void refuse(String why) throws CsiException {
        if (isSet()) {
            throw CsiException.invalidArgument(
                    ("parameter inodes cannot be enforced: %s; remove it, or choose a pool on xfs or ext4 that is mounted"
                                    + " with prjquota")
                            .formatted(why));
        }
    }
}
