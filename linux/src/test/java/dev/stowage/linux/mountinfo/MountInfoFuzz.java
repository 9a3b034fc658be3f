package dev.stowage.linux.mountinfo;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.nio.file.Path;
import java.util.List;

/// The kernel's mount table.
public final class MountInfoFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro
                        23 22 0:21 / /a rw - tmpfs tmpfs rw
                        24 23 0:22 /x\\040y /a/b\\134c ro,nosuid master:1 propagate_from:2 - bind  rw
                        25 24 0:22 / /a rw unbindable - tmpfs none ro
                        """, "1 1 0:0 / / - - - - - -\n");
    }

    @Override
    public List<String> words() {
        return List.of(" - ", "\\040", "\\000", "\\377", "\n", " ", "/", ":", "-1", "22 ", "/a ", "shared:", ",");
    }

    @Override
    public void run(byte[] input) {
        try {
            MountTable table = new MountTable(MountInfo.parse(input));
            for (Path path : List.of(Path.of("/"), Path.of("/a"), Path.of("/a/b"))) {
                table.stackedAt(path);
                table.covering(path);
                table.below(path);
            }
            table.mounts().forEach(MountPoint::mountPropagation);
        } catch (MalformedMountInfoException _) {
            // Not a mount table.
        }
    }
}
