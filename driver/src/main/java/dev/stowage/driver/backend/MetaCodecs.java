package dev.stowage.driver.backend;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// [VolumeMeta] and [SnapshotMeta] as records.
final class MetaCodecs {

    private MetaCodecs() {}

    record OfVolume() implements RecordCodec<VolumeMeta> {

        @Override
        public Map<String, Object> write(VolumeMeta meta) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", meta.id().value());
            object.put("backend", meta.backend().word());
            object.put("size", meta.size().count());
            object.put("fsType", meta.fsType());
            object.put("block", meta.block());
            object.put("formatted", meta.formatted());
            object.put("thin", meta.thin());
            object.put("ephemeral", meta.ephemeral());
            object.put("settings", meta.settings());
            return object;
        }

        @Override
        public VolumeMeta read(JsonObject object) throws IOException {
            return new VolumeMeta(
                    new VolumeId(object.text("id")),
                    BackendKind.of(object.text("backend")),
                    Bytes.of(object.number("size")),
                    object.text("fsType"),
                    object.bool("block"),
                    object.bool("formatted"),
                    object.bool("thin"),
                    object.bool("ephemeral"),
                    object.object("settings").texts());
        }
    }

    record OfSnapshot() implements RecordCodec<SnapshotMeta> {

        @Override
        public Map<String, Object> write(SnapshotMeta meta) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", meta.id().value());
            object.put("of", meta.of().value());
            object.put("size", meta.size().count());
            object.put("fsType", meta.fsType());
            object.put("block", meta.block());
            object.put("takenAt", meta.takenAt().toString());
            object.put("complete", meta.complete());
            return object;
        }

        @Override
        public SnapshotMeta read(JsonObject object) throws IOException {
            return new SnapshotMeta(
                    new SnapshotId(object.text("id")),
                    new VolumeId(object.text("of")),
                    Bytes.of(object.number("size")),
                    object.text("fsType"),
                    object.bool("block"),
                    Instant.parse(object.text("takenAt")),
                    object.bool("complete"));
        }
    }
}
