package dev.stowage.driver.volumegroup;

import java.util.Optional;
import java.util.regex.Pattern;

/// Which volume group a pool uses.
///
/// @param group its name
/// @param thinPool the thin pool in it; empty if volumes are thick
public record VolumeGroupName(String group, Optional<String> thinPool) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9+_][A-Za-z0-9+_.-]{0,126}");

    public VolumeGroupName {
        check("volume group", group);
        thinPool.ifPresent(name -> check("thin pool", name));
    }

    private static void check(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "invalid name of a " + what + ": \"" + name.replaceAll("[^\\x20-\\x7e]", "?") + "\"");
        }
    }

    /// `GROUP`, or `GROUP/POOL`.
    @Override
    public String toString() {
        return thinPool.map(pool -> group + "/" + pool).orElse(group);
    }
}
