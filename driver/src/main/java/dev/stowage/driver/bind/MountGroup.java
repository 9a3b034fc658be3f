package dev.stowage.driver.bind;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.GroupOwnership;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;

/// The group that owns the files of a published volume.
public final class MountGroup {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,10}");

    private MountGroup() {}

    /// Kubernetes sends the numeric group id. Empty when none is set.
    public static Optional<Integer> of(String text) throws CsiException {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (NUMBER.matcher(text).matches() && Long.parseLong(text) < 0xffff_ffffL) {
            return Optional.of((int) Long.parseLong(text));
        }
        throw CsiException.invalidArgument("volume_mount_group must be a numeric group id");
    }

    /// Gives the tree to the group, unless its root is the group's already.
    public static void give(Descriptor directory, int group) throws IOException {
        GroupOwnership.give(directory, group);
    }
}
