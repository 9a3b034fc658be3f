package dev.stowage.sdk.record;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshotId;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The objects that have a ledger, as records.
final class LedgerCodecs {

    private LedgerCodecs() {}

    record Volumes() implements RecordCodec<Volume> {

        @Override
        public Map<String, Object> write(Volume volume) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", volume.id().value());
            object.put("capacity", volume.capacity().count());
            object.put("context", volume.context());
            object.put("accessibleFrom", places(volume.accessibleFrom()));
            volume.source().ifPresent(source -> {
                switch (source) {
                    case VolumeSource.OfSnapshot(SnapshotId id) -> object.put("fromSnapshot", id.value());
                    case VolumeSource.OfVolume(VolumeId id) -> object.put("fromVolume", id.value());
                }
            });
            return object;
        }

        @Override
        public Volume read(JsonObject object) throws IOException {
            Optional<VolumeSource> source = object.has("fromSnapshot")
                    ? Optional.of(new VolumeSource.OfSnapshot(new SnapshotId(object.text("fromSnapshot"))))
                    : object.optionalText("fromVolume").map(id -> new VolumeSource.OfVolume(new VolumeId(id)));
            return new Volume(
                    new VolumeId(object.text("id")),
                    Bytes.of(object.number("capacity")),
                    object.object("context").texts(),
                    places(object.list("accessibleFrom")),
                    source);
        }
    }

    record Snapshots() implements RecordCodec<Snapshot> {

        @Override
        public Map<String, Object> write(Snapshot snapshot) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("id", snapshot.id().value());
            object.put("of", snapshot.of().value());
            object.put("size", snapshot.size().count());
            object.put("takenAt", snapshot.takenAt().toString());
            object.put("ready", snapshot.ready());
            snapshot.group().ifPresent(group -> object.put("group", group.value()));
            object.put("accessibleFrom", places(snapshot.accessibleFrom()));
            return object;
        }

        @Override
        public Snapshot read(JsonObject object) throws IOException {
            return new Snapshot(
                    new SnapshotId(object.text("id")),
                    new VolumeId(object.text("of")),
                    Bytes.of(object.number("size")),
                    instant(object),
                    object.bool("ready"),
                    object.optionalText("group").map(GroupSnapshotId::new),
                    places(object.list("accessibleFrom")));
        }
    }

    record Groups() implements RecordCodec<GroupSnapshot> {

        @Override
        public Map<String, Object> write(GroupSnapshot group) {
            Snapshots members = new Snapshots();
            return Map.of(
                    "id", group.id().value(),
                    "takenAt", group.takenAt().toString(),
                    "members", group.members().stream().map(members::write).toList());
        }

        @Override
        public GroupSnapshot read(JsonObject object) throws IOException {
            List<Snapshot> members = new ArrayList<>();
            for (Object member : object.list("members")) {
                members.add(new Snapshots().read(nested(member)));
            }
            return new GroupSnapshot(new GroupSnapshotId(object.text("id")), members, instant(object));
        }
    }

    private static Instant instant(JsonObject object) throws IOException {
        try {
            return Instant.parse(object.text("takenAt"));
        } catch (DateTimeParseException e) {
            throw new IOException("field \"takenAt\" is not a time", e);
        }
    }

    private static List<Map<String, String>> places(List<Topology> places) {
        return places.stream().map(Topology::segments).toList();
    }

    private static List<Topology> places(Iterable<?> recorded) throws IOException {
        List<Topology> places = new ArrayList<>();
        for (Object place : recorded) {
            places.add(new Topology(nested(place).texts()));
        }
        return places;
    }

    private static JsonObject nested(Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            return JsonObject.over(map);
        }
        throw new IOException("a list contains an element that is not an object");
    }
}
