package dev.stowage.driver.filesystem;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A signature that a program writes to a device. Only used to name the content: a device with unknown bytes is
/// not blank either.
///
/// @param magic the bytes, one a character
record DiskSignature(String what, long offset, String magic) {

    private static final List<DiskSignature> AT_THE_BEGINNING = List.of(
            text("a LUKS volume", 0, "LUKS"),
            text("a LUKS volume", 0x4000, "SKUL"),
            text("an LVM physical volume", 0, "LABELONE"),
            text("an LVM physical volume", 512, "LABELONE"),
            text("an LVM physical volume", 1024, "LABELONE"),
            text("an LVM physical volume", 1536, "LABELONE"),
            text("swap space", 4086, "SWAPSPACE2"),
            text("swap space", 4086, "SWAP-SPACE"),
            text("swap space", 16374, "SWAPSPACE2"),
            text("swap space", 65526, "SWAPSPACE2"),
            text("a hibernation image", 4086, "S1SUSPEND"),
            bytes("a member of an md array", 0, 0xfc, 0x4e, 0x2b, 0xa9),
            bytes("a member of an md array", 4096, 0xfc, 0x4e, 0x2b, 0xa9),
            bytes("a bcache device", 4120, 0xc6, 0x85, 0x73, 0xf6, 0x4e, 0x1a, 0x45, 0xca),
            text("a dm-integrity device", 0, "integrt"),
            text("a VDO device", 0, "dmvdo001"),
            text("a Ceph BlueStore device", 0, "bluestore block device"),
            bytes("an f2fs file system", 1024, 0x10, 0x20, 0xf5, 0xf2),
            bytes("an erofs file system", 1024, 0xe2, 0xe1, 0xf5, 0xe0),
            text("a squashfs file system", 0, "hsqs"),
            text("an ntfs file system", 3, "NTFS    "),
            text("an exfat file system", 3, "EXFAT   "),
            text("a fat file system", 54, "FAT1"),
            text("a fat file system", 82, "FAT32"),
            text("an iso9660 file system", 32769, "CD001"),
            text("a reiserfs file system", 0x10034, "ReIsEr"),
            bytes("a gfs2 file system", 0x10000, 0x01, 0x16, 0x19, 0x70),
            bytes("a member of a ZFS pool", 0x20000, 0x0c, 0xb1, 0xba, 0x00),
            bytes("a bcachefs file system", 4120, 0xc6, 0x85, 0x73, 0xf6, 0x66, 0xce, 0x90, 0xa9),
            text("a partition table (GPT)", 512, "EFI PART"),
            text("a partition table (GPT)", 4096, "EFI PART"),
            bytes("a partition table or boot sector", 510, 0x55, 0xaa));

    /// Offsets count from the end.
    private static final List<DiskSignature> AT_THE_END = List.of(
            text("the backup of a partition table (GPT)", 512, "EFI PART"),
            text("the backup of a partition table (GPT)", 4096, "EFI PART"));

    private static DiskSignature text(String what, long offset, String magic) {
        return new DiskSignature(what, offset, magic);
    }

    private static DiskSignature bytes(String what, long offset, int... magic) {
        StringBuilder text = new StringBuilder();
        for (int one : magic) {
            text.append((char) one);
        }
        return new DiskSignature(what, offset, text.toString());
    }

    static Optional<String> atTheBeginning(byte[] head) {
        return AT_THE_BEGINNING.stream()
                .filter(one -> isAt(head, one.offset, one.magic))
                .map(DiskSignature::what)
                .findFirst();
    }

    static Optional<String> atTheEnd(byte[] tail) {
        return AT_THE_END.stream()
                .filter(one -> isAt(tail, tail.length - one.offset, one.magic))
                .map(DiskSignature::what)
                .findFirst();
    }

    static boolean isAt(byte[] bytes, long offset, String magic) {
        if (offset < 0 || offset + magic.length() > bytes.length) {
            return false;
        }
        return new String(bytes, (int) offset, magic.length(), StandardCharsets.ISO_8859_1).equals(magic);
    }
}
