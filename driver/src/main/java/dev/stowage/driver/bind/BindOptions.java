package dev.stowage.driver.bind;

import dev.stowage.linux.mount.MountFlag;
import dev.stowage.linux.mount.MountOptions;
import dev.stowage.sdk.CsiException;
import java.util.List;

/// The mount options that a bind mount can have. A directory shares its file system with others, so that
/// options of the file system are refused instead of being dropped.
record BindOptions(boolean readOnly) {

    static BindOptions of(List<String> mountFlags, boolean readOnly) throws CsiException {
        MountOptions options = MountOptions.parse(mountFlags);
        for (MountFlag flag : options.flags()) {
            if (flag != MountFlag.READ_ONLY) {
                throw refused(flag.option());
            }
        }
        if (!options.data().isEmpty()) {
            throw refused(options.data());
        }
        return new BindOptions(readOnly || options.flags().contains(MountFlag.READ_ONLY));
    }

    private static CsiException refused(String option) {
        String shown = option.length() > 100 ? option.substring(0, 100) + "…" : option;
        return CsiException.invalidArgument(
                ("mount option \"%s\" is not supported for a volume that is a directory of a larger file system;"
                                + " only ro and rw are (set it where the pool is mounted)")
                        .formatted(shown.replaceAll("[^\\x20-\\x7e]", "?")));
    }
}
