package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import java.util.Optional;

/// A snapshot at the source of which the standby has, gets or had a copy. It may exist from the moment its name is
/// written.
///
/// @param snapshotId empty until it is known
/// @param takenAt what was written before it is in the snapshot; empty until it is known
record StandbySnapshot(String name, String snapshotId, Optional<Instant> takenAt) {

    static Optional<StandbySnapshot> read(JsonNode node) {
        return node.isObject()
                ? Optional.of(new StandbySnapshot(
                        JsonFields.text(node, "name"),
                        JsonFields.text(node, "snapshotID"),
                        Optional.ofNullable(JsonFields.instant(node, "takenAt"))))
                : Optional.empty();
    }

    static StandbySnapshot named(String name) {
        return new StandbySnapshot(name, "", Optional.empty());
    }

    StandbySnapshot taken(String id, Instant at) {
        return new StandbySnapshot(name, id, Optional.of(at));
    }

    boolean isTaken() {
        return !snapshotId.isEmpty();
    }

    void writeTo(ObjectNode node) {
        node.put("name", name).put("snapshotID", snapshotId);
        takenAt.ifPresent(at -> node.put("takenAt", at.toString()));
    }
}
