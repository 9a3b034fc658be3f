package dev.stowage.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.BlockMetadata;
import dev.stowage.csi.v1.BlockMetadataType;
import dev.stowage.csi.v1.GetMetadataAllocatedResponse;
import dev.stowage.csi.v1.GetMetadataDeltaResponse;
import java.util.List;

/// A complete stream of block metadata, of either call.
record BlockMetadataStream(List<Part> parts) {

    /// One message of the stream.
    record Part(BlockMetadataType type, long capacity, List<BlockMetadata> ranges) {}

    static BlockMetadataStream of(List<? extends Message> stream) {
        return new BlockMetadataStream(
                stream.stream().map(BlockMetadataStream::part).toList());
    }

    private static Part part(Message message) {
        return switch (message) {
            case GetMetadataAllocatedResponse part ->
                new Part(part.getBlockMetadataType(), part.getVolumeCapacityBytes(), part.getBlockMetadataList());
            case GetMetadataDeltaResponse part ->
                new Part(part.getBlockMetadataType(), part.getVolumeCapacityBytes(), part.getBlockMetadataList());
            default -> throw new IllegalArgumentException("no block metadata: " + message.getClass());
        };
    }

    List<BlockMetadata> ranges() {
        return parts.stream().flatMap(part -> part.ranges().stream()).toList();
    }

    long capacity() {
        return parts.isEmpty() ? 0 : parts.getFirst().capacity();
    }

    void check(long startingOffset, int maxResults) {
        for (Part part : parts) {
            assertThat(part.type())
                    .as("type, the same in every message")
                    .isEqualTo(parts.getFirst().type());
            assertThat(part.type()).isIn(BlockMetadataType.FIXED_LENGTH, BlockMetadataType.VARIABLE_LENGTH);
            assertThat(part.capacity())
                    .as("capacity, the same in every message")
                    .isEqualTo(capacity())
                    .isPositive();
            if (maxResults > 0) {
                assertThat(part.ranges()).hasSizeLessThanOrEqualTo(maxResults);
            }
        }
        long end = 0;
        List<BlockMetadata> ranges = ranges();
        for (BlockMetadata range : ranges) {
            assertThat(range.getSizeBytes()).as("size of %s", range).isPositive();
            assertThat(range.getByteOffset())
                    .as("overlaps or precedes what came before")
                    .isGreaterThanOrEqualTo(end);
            end = range.getByteOffset() + range.getSizeBytes();
            assertThat(end).as("end of a range against the starting offset").isGreaterThan(startingOffset);
            assertThat(range.getByteOffset()).as("begins within the volume").isLessThan(capacity());
            if (parts.getFirst().type() == BlockMetadataType.FIXED_LENGTH) {
                assertThat(range.getSizeBytes())
                        .as("fixed length")
                        .isEqualTo(ranges.getFirst().getSizeBytes());
            }
        }
    }

    /// The total number of bytes in its ranges.
    long bytes() {
        return bytesFrom(0);
    }

    long bytesFrom(long offset) {
        return ranges().stream()
                .mapToLong(range -> Math.max(
                        0, range.getByteOffset() + range.getSizeBytes() - Math.max(offset, range.getByteOffset())))
                .sum();
    }

    List<Long> ends() {
        return ranges().stream()
                .map(range -> range.getByteOffset() + range.getSizeBytes())
                .limit(3)
                .toList();
    }

    boolean covers(long offset) {
        return ranges().stream()
                .anyMatch(range ->
                        range.getByteOffset() <= offset && offset < range.getByteOffset() + range.getSizeBytes());
    }
}
