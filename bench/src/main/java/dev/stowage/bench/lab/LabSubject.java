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

    VolumeKind volume(long mebibytes) {
        return new VolumeKind("", fsType, mebibytes, Map.of("pool", id()));
    }
}
