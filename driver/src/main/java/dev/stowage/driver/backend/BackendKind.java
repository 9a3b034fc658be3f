package dev.stowage.driver.backend;

import java.util.Locale;

/// The types of storage backends.
public enum BackendKind {
    /// A file per volume, served through a loop device.
    IMAGE,
    /// A subvolume per volume, with a qgroup limit.
    BTRFS,
    /// A logical volume per volume.
    LVM,
    /// A directory per volume.
    DIRECTORY,
    /// A directory per volume on a file system that several nodes have mounted.
    SHARED;

    /// Whether a volume is a block device, with a file system in it or without.
    public boolean hasDevices() {
        return this == IMAGE || this == LVM;
    }

    /// As users write it: in flags, parameters and records.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static BackendKind of(String word) {
        for (BackendKind kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "unknown backend \"" + word + "\"; choose image, btrfs, lvm, directory or shared");
    }
}
