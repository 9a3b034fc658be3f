package dev.stowage.sdk.service;

import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.Format;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.Trailer;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferHeader;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.transfer.BlockDigest;
import dev.stowage.sdk.transfer.BlockWalk;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the fields of transfers. A header comes from another driver, over a network: nothing in it is
/// trusted.
final class TransferFields {

    private static final int LONGEST_MAP = 4096;
    private static final int LONGEST_NAME = 128;
    private static final int SHA256_BYTES = 32;
    private static final Pattern CONTENT = Pattern.compile("[A-Za-z0-9._:@=/-]{1,320}");
    private static final Pattern DESTINATION = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?");

    private TransferFields() {}

    /// An id of a copy that may not exist yet.
    static VolumeId copy(String value) throws CsiException {
        return VolumeId.parse(RequestFields.required(value, "volume_id"))
                .orElseThrow(() -> CsiException.invalidArgument("volume_id is not a valid id"));
    }

    /// Generation 0 is that of volumes that never moved.
    static long generation(long value) throws CsiException {
        if (value <= 0) {
            throw CsiException.invalidArgument("generation must be positive");
        }
        return value;
    }

    static String destination(String value) throws CsiException {
        if (!DESTINATION.matcher(value).matches()) {
            throw CsiException.invalidArgument("destination must be the name of a node");
        }
        return value;
    }

    static String snapshotName(String value) throws CsiException {
        if (bytes(value) > LONGEST_NAME || value.chars().anyMatch(Character::isISOControl)) {
            throw CsiException.invalidArgument(
                    "snapshot_name has more than %d bytes, or control characters".formatted(LONGEST_NAME));
        }
        return value;
    }

    static long offset(long value, long size, String field) throws CsiException {
        if (value < 0 || value > size) {
            throw CsiException.outOfRange("%s %d is outside of %d bytes".formatted(field, value, size));
        }
        if (value % TransferBlocks.BLOCK != 0 && value != size) {
            throw CsiException.invalidArgument(
                    "%s %d is not a multiple of %d".formatted(field, value, TransferBlocks.BLOCK));
        }
        return value;
    }

    static IncomingVolume incoming(VolumeId id, Header header, Map<String, String> parameters) throws CsiException {
        return new IncomingVolume(id, header(header), map(parameters, "parameters"));
    }

    private static TransferHeader header(Header header) throws CsiException {
        if (header.getSizeBytes() <= 0) {
            throw CsiException.invalidArgument("header.size_bytes must be positive");
        }
        VolumeId source = VolumeId.parse(RequestFields.required(header.getSourceVolumeId(), "header.source_volume_id"))
                .orElseThrow(() -> CsiException.invalidArgument("header.source_volume_id is not a valid id"));
        return new TransferHeader(
                format(header.getFormat()),
                content(header.getContent(), "header.content"),
                header.getBaseContent().isEmpty()
                        ? Optional.empty()
                        : Optional.of(content(header.getBaseContent(), "header.base_content")),
                Bytes.of(header.getSizeBytes()),
                source,
                map(header.getAttributesMap(), "header.attributes"));
    }

    private static TransferFormat format(Format format) throws CsiException {
        return switch (format) {
            case BLOCKS -> TransferFormat.BLOCKS;
            case FILES -> TransferFormat.FILES;
            case FORMAT_UNSPECIFIED, UNRECOGNIZED ->
                throw CsiException.invalidArgument("header.format is missing or not supported by this driver");
        };
    }

    static Format message(TransferFormat format) {
        return switch (format) {
            case BLOCKS -> Format.BLOCKS;
            case FILES -> Format.FILES;
        };
    }

    private static String content(String value, String field) throws CsiException {
        if (!CONTENT.matcher(value).matches()) {
            throw CsiException.invalidArgument(field + " is missing or not a valid name of a content");
        }
        return value;
    }

    private static Map<String, String> map(Map<String, String> entries, String field) throws CsiException {
        long bytes = entries.entrySet().stream()
                .mapToLong(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
                .sum();
        if (bytes > LONGEST_MAP) {
            throw CsiException.invalidArgument(
                    "%s has %d bytes; at most %d are allowed".formatted(field, bytes, LONGEST_MAP));
        }
        return entries;
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// The length of an extent, which is within the volume and not before `next`.
    static long length(Extent extent, long next, TransferHeader header) throws CsiException {
        long size = header.end();
        long length = switch (extent.getContentCase()) {
            case DATA -> extent.getData().size();
            case ZEROES -> extent.getZeroes();
            case CONTENT_NOT_SET -> 0;
        };
        if (length <= 0) {
            throw CsiException.invalidArgument("extent.content is empty");
        }
        if (extent.hasData() && length > BlockWalk.PORTION) {
            throw CsiException.invalidArgument(
                    "extent.data has %d bytes; at most %d are allowed".formatted(length, BlockWalk.PORTION));
        }
        if (extent.hasZeroes() && !header.isDifference()) {
            throw CsiException.invalidArgument("extent.zeroes: in a whole volume what is not sent is zero");
        }
        long offset = offset(extent.getOffset(), size, "extent.offset");
        if (length > size - offset) {
            throw CsiException.outOfRange(
                    "the extent at %d with %d bytes ends beyond the last of %d bytes".formatted(offset, length, size));
        }
        offset(offset + length, size, "end of the extent");
        if (offset < next) {
            throw CsiException.invalidArgument(
                    "the extent at %d begins before %d, where the one before it ends".formatted(offset, next));
        }
        return length;
    }

    static BlockDigest.Sum sum(Trailer trailer) throws CsiException {
        if (trailer.getSha256().size() != SHA256_BYTES || trailer.getTotalBytes() < 0) {
            throw CsiException.invalidArgument(
                    "finish: sha256 must have %d bytes, and total_bytes must not be negative".formatted(SHA256_BYTES));
        }
        return new BlockDigest.Sum(
                trailer.getTotalBytes(),
                HexFormat.of().formatHex(trailer.getSha256().toByteArray()));
    }
}
