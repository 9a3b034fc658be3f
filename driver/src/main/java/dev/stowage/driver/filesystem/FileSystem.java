package dev.stowage.driver.filesystem;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A file system that a volume can have. It is made once, on a blank device; from then on it is only grown and,
/// as a copy, given another identity. Nothing here formats a device that holds anything.
public enum FileSystem {
    EXT4,
    XFS,
    BTRFS;

    public static FileSystem of(String word) throws CsiException {
        return Arrays.stream(values())
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(() -> CsiException.invalidArgument(
                        "unsupported file system \"" + word + "\"; choose ext4, xfs or btrfs"));
    }

    /// As users and the kernel write it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The smallest device on which it can be made and used; ext4 has a journal from here on.
    public Bytes smallest() {
        return switch (this) {
            case EXT4 -> Bytes.mebi(2);
            case XFS -> Bytes.mebi(300);
            case BTRFS -> Bytes.mebi(114);
        };
    }

    /// What every mount of it needs. With `nouuid` a copy can be mounted beside its original whatever its
    /// identity.
    public List<String> mountOptions() {
        return switch (this) {
            case XFS -> List.of("nouuid");
            case EXT4, BTRFS -> List.of();
        };
    }

    private FileSystemTools fileSystemTools() {
        return switch (this) {
            case EXT4 -> new Ext4Tools();
            case XFS -> new XfsTools();
            case BTRFS -> new BtrfsTools();
        };
    }

    /// Creates it on a blank device or image file. The programs run without any flag that lets them overwrite.
    ///
    /// @throws NotBlank when the device holds anything; nothing has been written then
    public void create(Path device) throws IOException {
        DiskFormat diskFormat = DiskFormat.of(device);
        if (!(diskFormat instanceof DiskFormat.Blank)) {
            throw new DeviceNotBlankException(device, diskFormat);
        }
        fileSystemTools().create(device);
    }

    /// Lets it fill its device, which has become bigger. It is mounted and in use all the while.
    public void grow(Path device, Path mountedAt) throws IOException {
        fileSystemTools().grow(device, mountedAt);
    }

    /// Lets an unmounted one fill its device as far as that is possible: ext4 grows, after a check; xfs and
    /// btrfs stay as they are and wait for [#grow].
    public void growUnmounted(Path device) throws IOException {
        fileSystemTools().growUnmounted(device);
    }

    /// Gives an unmounted copy a new UUID, to distinguish it from its original. Its log is replayed
    /// first, as the programs that change the identity would damage or refuse one.
    public void changeUuid(Path device) throws IOException {
        DiskFormat diskFormat = DiskFormat.of(device);
        if (!diskFormat.equals(new DiskFormat.Holds(this))) {
            throw new IOException(device + " was expected to contain " + word() + " but contains " + diskFormat);
        }
        fileSystemTools().changeUuid(device);
    }
}
