package dev.stowage.driver.pool;

import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What the tags of a pool's logical volumes say, as the pool's directory records it.
public final class GroupOwner {
    public static final String FILE = "group.json";

    private GroupOwner() {}

    /// @param directory of the pool
    public static Optional<String> find(Path directory) throws IOException {
        return RecordFile.find(directory.resolve(FILE), new GroupRecord.JsonCodec())
                .map(GroupRecord::owner);
    }

    /// Makes the directory the pool of the logical volumes with this tag.
    public static void write(Path directory, VolumeGroup group, String owner) throws IOException {
        RecordFile.write(
                directory.resolve(FILE),
                new GroupRecord.JsonCodec(),
                new GroupRecord(group.name().group(), group.uuid(), owner));
    }
}
