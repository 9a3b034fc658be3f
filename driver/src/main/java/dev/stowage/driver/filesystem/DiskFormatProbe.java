package dev.stowage.driver.filesystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// Detects the content of a device from its bytes.
final class DiskFormatProbe {
    private static final int HEAD = 1 << 20;
    private static final int TAIL = 128 << 10;
    private static final int SAMPLE = 4 << 10;
    private static final int SAMPLES = 32;

    private static final int EXT_MAGIC = 0x438;
    private static final int EXT_INCOMPATIBLE = 0x460;
    private static final int EXT_EXTENTS = 0x40;
    private static final int EXT_JOURNAL_DEVICE = 0x8;

    /// Where ext4 with blocks of 4 KiB and btrfs keep a second superblock: it reveals a file system whose
    /// beginning was wiped.
    private static final long[] SPARE_SUPERBLOCKS = {64L << 20, 128L << 20};

    private DiskFormatProbe() {}

    static DiskFormat of(DeviceReader device) throws IOException {
        byte[] head = device.at(0, HEAD);
        Optional<DiskFormat> known = fileSystem(head);
        if (known.isPresent()) {
            return known.get();
        }
        byte[] tail = device.at(device.size() - TAIL, TAIL);
        Optional<DiskFormat> named = DiskSignature.atTheBeginning(head)
                .or(() -> DiskSignature.atTheEnd(tail))
                .map(DiskFormat.Unknown::new);
        if (named.isPresent()) {
            return named.get();
        }
        return isZero(head) && isZero(tail) && isZeroInBetween(device)
                ? new DiskFormat.Blank()
                : new DiskFormat.Unknown("unknown data");
    }

    private static Optional<DiskFormat> fileSystem(byte[] head) {
        if (DiskSignature.isAt(head, 0, "XFSB")) {
            return Optional.of(new DiskFormat.Holds(FileSystem.XFS));
        }
        if (DiskSignature.isAt(head, 0x10040, "_BHRfS_M")) {
            return Optional.of(new DiskFormat.Holds(FileSystem.BTRFS));
        }
        if (DiskSignature.isAt(head, EXT_MAGIC, "S\u00ef")) {
            int incompatible =
                    ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(EXT_INCOMPATIBLE);
            boolean ext4 = (incompatible & EXT_EXTENTS) != 0 && (incompatible & EXT_JOURNAL_DEVICE) == 0;
            return Optional.of(
                    ext4
                            ? new DiskFormat.Holds(FileSystem.EXT4)
                            : new DiskFormat.Unknown("an ext2 or ext3 file system or journal"));
        }
        return Optional.empty();
    }

    /// A raw volume may carry data in its middle only.
    private static boolean isZeroInBetween(DeviceReader device) throws IOException {
        for (long spare : SPARE_SUPERBLOCKS) {
            if (!isZero(device.at(spare, SAMPLE))) {
                return false;
            }
        }
        for (int i = 1; i < SAMPLES; i++) {
            long offset = device.size() / SAMPLES * i / SAMPLE * SAMPLE;
            if (!isZero(device.at(offset, SAMPLE))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(byte[] bytes) {
        for (byte one : bytes) {
            if (one != 0) {
                return false;
            }
        }
        return true;
    }
}
