package dev.stowage.bench.lab;

import dev.stowage.bench.driver.DriverSubject.VolumeKind;
import java.util.Locale;
import java.util.Map;

/// What is measured, each on a disk of its own. All but the raw device are pools of one driver.
enum LabSubject {
    RAW("raw device", ""),
    LVM_THICK("LVM thick", "ext4"),
    LVM_THIN("LVM thin", "ext4"),
    IMAGE("image on xfs", "ext4"),
    IMAGE_IN_FILE("image, pool in a file on ext4", "ext4"),
    BTRFS("btrfs", ""),
    DIRECTORY("directory on ext4", "");

    private static final int BTRFS_FACTOR = 50;

    private final String title;
    private final String fsType;

    LabSubject(String title, String fsType) {
        this.title = title;
        this.fsType = fsType;
    }

    String title() {
        return title;
    }

    /// Of its pool, its volume group and its files.
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// What is overwritten counts against the quota of a btrfs until its next transaction, so there the volume is so
    /// big
    /// that the disk is full first.
    VolumeKind volume(long mebibytes) {
        long size = this == BTRFS ? mebibytes * BTRFS_FACTOR : mebibytes;
        return new VolumeKind("", fsType, size, Map.of("pool", id()));
    }
}
