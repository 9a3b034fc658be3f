package dev.stowage.driver.filesystem;

import dev.stowage.linux.mount.LogReplayMount;
import java.io.IOException;
import java.nio.file.Path;

final class XfsTools implements FileSystemTools {

    /// `-K`: discarding would free the blocks that are reserved for the image.
    @Override
    public void create(Path device) throws IOException {
        FileSystemTools.run("mkfs.xfs", "-q", "-K", "-m", "crc=1,reflink=1", device.toString());
    }

    @Override
    public void grow(Path device, Path mountedAt) throws IOException {
        FileSystemTools.run("xfs_growfs", "-d", mountedAt.toString());
    }

    /// Always with a replay first: whether the log is clean cannot be seen from the superblock. `xfs_admin`
    /// would be a shell script that runs the same, and the driver's image has no shell.
    @Override
    public void changeUuid(Path device) throws IOException {
        LogReplayMount.once(device, "xfs", FileSystem.XFS.mountOptions());
        FileSystemTools.run("xfs_db", "-x", "-c", "uuid generate", device.toString());
    }
}
