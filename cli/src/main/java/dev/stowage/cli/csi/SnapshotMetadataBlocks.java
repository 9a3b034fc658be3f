package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.BlockMetadata;
import dev.stowage.csi.v1.BlockMetadataType;
import dev.stowage.csi.v1.GetMetadataAllocatedResponse;
import dev.stowage.csi.v1.GetMetadataDeltaResponse;
import dev.stowage.flags.ByteSize;
import java.util.List;

/// One message of a snapshot-metadata stream. The two kinds differ in name only.
record SnapshotMetadataBlocks(BlockMetadataType type, long capacity, List<BlockMetadata> blocks) {

    private static final String ROW = "%20s  %20s%n";

    static SnapshotMetadataBlocks of(Message message) {
        return switch (message) {
            case GetMetadataAllocatedResponse m ->
                new SnapshotMetadataBlocks(
                        m.getBlockMetadataType(), m.getVolumeCapacityBytes(), m.getBlockMetadataList());
            case GetMetadataDeltaResponse m ->
                new SnapshotMetadataBlocks(
                        m.getBlockMetadataType(), m.getVolumeCapacityBytes(), m.getBlockMetadataList());
            default -> throw new IllegalStateException("no list of blocks in " + message.getClass());
        };
    }

    /// Above the first row.
    String head() {
        return "TYPE:      " + type + "\nCAPACITY:  " + ByteSize.format(capacity) + " (" + capacity + " bytes)\n\n"
                + ROW.formatted("BYTE-OFFSET", "SIZE-BYTES");
    }

    String rows() {
        StringBuilder text = new StringBuilder();
        blocks.forEach(block -> text.append(ROW.formatted(block.getByteOffset(), block.getSizeBytes())));
        return text.toString();
    }

    /// Where a stream that breaks after this message can be resumed.
    long end() {
        return blocks.isEmpty()
                ? 0
                : blocks.getLast().getByteOffset() + blocks.getLast().getSizeBytes();
    }
}
