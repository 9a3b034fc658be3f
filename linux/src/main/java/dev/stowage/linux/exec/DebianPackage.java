package dev.stowage.linux.exec;

import java.util.Map;
import java.util.Optional;

/// Which Debian package contains a program, for the message that it is missing.
final class DebianPackage {
    private static final Map<String, String> OF_TOOL = Map.ofEntries(
            Map.entry("mkfs.ext4", "e2fsprogs"),
            Map.entry("resize2fs", "e2fsprogs"),
            Map.entry("tune2fs", "e2fsprogs"),
            Map.entry("e2fsck", "e2fsprogs"),
            Map.entry("chattr", "e2fsprogs"),
            Map.entry("mkfs.xfs", "xfsprogs"),
            Map.entry("xfs_growfs", "xfsprogs"),
            Map.entry("xfs_db", "xfsprogs"),
            Map.entry("xfs_repair", "xfsprogs"),
            Map.entry("xfs_quota", "xfsprogs"),
            Map.entry("xfs_io", "xfsprogs"),
            Map.entry("mkfs.btrfs", "btrfs-progs"),
            Map.entry("btrfs", "btrfs-progs"),
            Map.entry("btrfstune", "btrfs-progs"),
            Map.entry("lvm", "lvm2"),
            Map.entry("dmsetup", "dmsetup"),
            Map.entry("thin_check", "thin-provisioning-tools"),
            Map.entry("thin_delta", "thin-provisioning-tools"),
            Map.entry("thin_dump", "thin-provisioning-tools"),
            Map.entry("setquota", "quota"),
            Map.entry("bindfs", "bindfs"),
            Map.entry("blkid", "util-linux"),
            Map.entry("mount", "mount"),
            Map.entry("mount.nfs", "nfs-common"));

    private DebianPackage() {}

    static Optional<String> of(String tool) {
        return Optional.ofNullable(OF_TOOL.get(tool));
    }
}
