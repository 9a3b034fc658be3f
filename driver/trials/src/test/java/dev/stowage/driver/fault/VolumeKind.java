package dev.stowage.driver.fault;

import dev.stowage.driver.crash.DriverVariant;

/// What the volumes of a test are.
enum VolumeKind {
    EXT4("ext4", 16),
    XFS("xfs", 300),
    BTRFS("btrfs", 128),
    RAW(DriverVariant.RAW, 16);

    private final String word;
    private final long mebibytes;

    VolumeKind(String word, long mebibytes) {
        this.word = word;
        this.mebibytes = mebibytes;
    }

    DriverVariant of(DriverVariant variant) {
        return variant.with(word, mebibytes);
    }
}
