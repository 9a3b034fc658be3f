package dev.stowage.driver.filesystem;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

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

    /// The smallest usable device; ext4 has a journal from this size on.
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
    /// @throws DeviceNotBlankException when the device holds anything; nothing has been written then
    public void create(Path device) throws IOException {
        DiskFormat diskFormat = DiskFormat.of(device);
        if (!(diskFormat instanceof DiskFormat.Blank)) {
            throw new DeviceNotBlankException(device, diskFormat);
        }
        fileSystemTools().create(device);
    }

    /// Grows the mounted file system to the size of its device. It stays in use.
    public void grow(Path device, Path mountedAt) throws IOException {
        fileSystemTools().grow(device, mountedAt);
    }

    /// Grows an unmounted file system to the size of its device where possible: ext4 grows after a check; xfs and
    /// btrfs stay as they are and wait for [#grow].
    ///
    /// The check takes longer the bigger the file system is, up to hours. A growth that was interrupted is
    /// completed by calling this again; until then the file system must not be mounted.
    ///
    /// @param progress receives what is being done, in words
    public void growUnmounted(Path device, Consumer<String> progress) throws IOException {
        fileSystemTools().growUnmounted(device, progress);
    }

    /// Whether this process may [#grow] it: ext4 requires `CAP_SYS_RESOURCE`.
    public boolean growsMounted() throws IOException {
        return fileSystemTools().growsMounted();
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
