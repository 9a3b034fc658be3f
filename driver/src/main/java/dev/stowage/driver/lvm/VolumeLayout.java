package dev.stowage.driver.lvm;

import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.sdk.CsiException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How a thick volume is spread over the disks of its group. The group remembers it, so an expansion keeps it.
///
/// @param stripes the number of disks that it is spread over
/// @param mirrors the number of further copies, each on another disk
record VolumeLayout(int stripes, int mirrors) {

    private static final String STRIPES = "stripes";
    private static final String MIRRORS = "mirrors";

    /// Parameters of a storage class.
    static final Set<String> PARAMETERS = Set.of(STRIPES, MIRRORS);

    /// On whichever disk has space.
    static final VolumeLayout LINEAR = new VolumeLayout(1, 0);

    static VolumeLayout of(Map<String, String> parameters) throws CsiException {
        VolumeLayout layout = new VolumeLayout(number(parameters, STRIPES, "1"), number(parameters, MIRRORS, "0"));
        if (layout.stripes < 1) {
            throw CsiException.invalidArgument("parameter stripes must be at least 1");
        }
        if (layout.stripes > 1 && layout.mirrors > 0) {
            throw CsiException.invalidArgument("parameters stripes and mirrors cannot be combined; choose one");
        }
        return layout;
    }

    private static int number(Map<String, String> parameters, String key, String usual) throws CsiException {
        String text = parameters.getOrDefault(key, usual);
        if (!text.matches("[0-9]")) {
            throw CsiException.invalidArgument(
                    "parameter %s must be a number from 0 to 9, not \"%s\"".formatted(key, text));
        }
        return Integer.parseInt(text);
    }

    /// How many disks it needs.
    int disks() {
        return stripes * (mirrors + 1);
    }

    /// @throws CsiException INVALID_ARGUMENT when the group has too few disks
    void require(VolumeGroup group) throws CsiException {
        int there = group.diskCount();
        if (disks() > there) {
            throw CsiException.invalidArgument("the volume needs %d disks, but volume group %s has %d"
                    .formatted(disks(), group.name().group(), there));
        }
    }

    /// For `lvcreate`.
    List<String> arguments() {
        if (mirrors > 0) {
            return List.of("--type", "raid1", "--mirrors", Integer.toString(mirrors));
        }
        return stripes > 1 ? List.of("--stripes", Integer.toString(stripes)) : List.of();
    }
}
