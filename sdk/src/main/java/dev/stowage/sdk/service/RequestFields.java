package dev.stowage.sdk.service;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeCapability.Use;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads the fields of requests; what is missing or malformed is refused with the field's name and the code
/// that the specification asks for.
final class RequestFields {

    private RequestFields() {}

    static String required(String value, String field) throws CsiException {
        if (value.isEmpty()) {
            throw CsiException.invalidArgument(field + " is missing");
        }
        return value;
    }

    /// An id that must exist: an invalid one is answered "not found".
    static VolumeId volume(String value, String field) throws CsiException {
        return VolumeId.parse(required(value, field)).orElseThrow(() -> notFound("volume", value));
    }

    static SnapshotId snapshot(String value, String field) throws CsiException {
        return SnapshotId.parse(required(value, field)).orElseThrow(() -> notFound("snapshot", value));
    }

    static CsiException notFound(String kind, Object id) {
        return CsiException.notFound("%s %s does not exist".formatted(kind, id));
    }

    /// A path on this node. It must be normalized: absolute, without `.` or `..`, so that the compared path is
    /// the used one.
    static Path path(String value, String field) throws CsiException {
        try {
            Path path = Path.of(required(value, field));
            if (path.isAbsolute() && path.equals(path.normalize()) && path.getFileName() != null) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw CsiException.invalidArgument(field + " is not a valid path: " + e.getReason());
        }
        throw CsiException.invalidArgument(field + " must be an absolute path without \".\" and \"..\"");
    }

    /// The path where a volume should be. We never publish at a path that is not normalized, so the answer is
    /// that the volume is not there: csi-sanity expects this instead of an invalid argument.
    static Path optionalTarget(String value, String field, VolumeId id) throws CsiException {
        String text = required(value, field);
        try {
            Path path = Path.of(text);
            if (path.isAbsolute() && path.equals(path.normalize())) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw CsiException.invalidArgument(field + " is not a valid path: " + e.getReason());
        }
        throw CsiException.notFound("volume %s is not at %s on this node".formatted(id, text));
    }

    static Optional<Path> optionalPath(String value, String field) throws CsiException {
        return value.isEmpty() ? Optional.empty() : Optional.of(path(value, field));
    }

    static CapacityRange size(dev.stowage.csi.v1.CapacityRange range) throws CsiException {
        long atLeast = range.getRequiredBytes();
        long atMost = range.getLimitBytes();
        if (atLeast < 0 || atMost < 0) {
            throw CsiException.invalidArgument("capacity_range is negative");
        }
        if (atMost > 0 && atMost < atLeast) {
            throw CsiException.outOfRange(
                    "capacity_range: limit_bytes %d is below required_bytes %d".formatted(atMost, atLeast));
        }
        return new CapacityRange(Bytes.of(atLeast), atMost == 0 ? Bytes.UNLIMITED : Bytes.of(atMost));
    }

    static int maxEntries(int maxEntries) throws CsiException {
        if (maxEntries < 0) {
            throw CsiException.invalidArgument("max_entries is negative");
        }
        return maxEntries;
    }

    static Optional<String> token(String startingToken) {
        return startingToken.isEmpty() ? Optional.empty() : Optional.of(startingToken);
    }

    static VolumeCapability capability(boolean given, dev.stowage.csi.v1.VolumeCapability wanted) throws CsiException {
        if (!given) {
            throw CsiException.invalidArgument("volume_capability is missing");
        }
        return capability(wanted);
    }

    static List<VolumeCapability> capabilities(List<dev.stowage.csi.v1.VolumeCapability> wanted) throws CsiException {
        if (wanted.isEmpty()) {
            throw CsiException.invalidArgument("volume_capabilities is missing");
        }
        return optionalCapabilities(wanted);
    }

    static List<VolumeCapability> optionalCapabilities(List<dev.stowage.csi.v1.VolumeCapability> wanted)
            throws CsiException {
        List<VolumeCapability> capabilities = new ArrayList<>();
        for (var one : wanted) {
            capabilities.add(capability(one));
        }
        return capabilities;
    }

    static VolumeCapability capability(dev.stowage.csi.v1.VolumeCapability wanted) throws CsiException {
        int number = wanted.getAccessMode().getModeValue();
        AccessMode mode = Stream.of(AccessMode.values())
                .filter(known -> known.number() == number)
                .findFirst()
                .orElseThrow(
                        () -> CsiException.invalidArgument("volume_capability: access_mode is missing or unknown"));
        return new VolumeCapability(use(wanted), mode);
    }

    private static Use use(dev.stowage.csi.v1.VolumeCapability wanted) throws CsiException {
        return switch (wanted.getAccessTypeCase()) {
            case BLOCK -> new Use.Block();
            case MOUNT ->
                new Use.FileSystem(
                        wanted.getMount().getFsType(),
                        wanted.getMount().getMountFlagsList(),
                        wanted.getMount().getVolumeMountGroup());
            case ACCESSTYPE_NOT_SET -> throw CsiException.invalidArgument("volume_capability: access_type is missing");
        };
    }

    static Optional<VolumeSource> source(boolean given, VolumeContentSource source) throws CsiException {
        if (!given) {
            return Optional.empty();
        }
        return Optional.of(
                switch (source.getTypeCase()) {
                    case SNAPSHOT ->
                        new VolumeSource.OfSnapshot(snapshot(
                                source.getSnapshot().getSnapshotId(), "volume_content_source.snapshot.snapshot_id"));
                    case VOLUME ->
                        new VolumeSource.OfVolume(
                                volume(source.getVolume().getVolumeId(), "volume_content_source.volume.volume_id"));
                    case TYPE_NOT_SET -> throw CsiException.invalidArgument("volume_content_source is empty");
                });
    }
}
