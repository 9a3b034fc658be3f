package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import java.util.Arrays;

/// A snapshot at the source of which the target gets a copy.
///
/// @param snapshotId empty until it is known
/// @param bytes that had to be sent for it; [#UNKNOWN] when the answer to that was lost
record Checkpoint(String name, String snapshotId, State state, long bytes) {

    static final long UNKNOWN = -1;

    /// Its life.
    enum State {
        /// The call may have been made: the snapshot may exist.
        TAKING("Taking"),
        TAKEN("Taken"),
        /// The target has all of it.
        COMPLETE("Complete"),
        DELETED("Deleted");

        private final String text;

        State(String text) {
            this.text = text;
        }

        static State of(String text) {
            return Arrays.stream(values())
                    .filter(state -> state.text.equals(text))
                    .findFirst()
                    .orElse(TAKING);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static Checkpoint read(JsonNode node) {
        return new Checkpoint(
                JsonFields.text(node, "name"),
                JsonFields.text(node, "snapshotID"),
                State.of(JsonFields.text(node, "state")),
                node.path("bytes").asLong());
    }

    void writeTo(ObjectNode node) {
        node.put("name", name)
                .put("snapshotID", snapshotId)
                .put("state", state.toString())
                .put("bytes", bytes);
    }

    Checkpoint taken(String id) {
        return new Checkpoint(name, id, State.TAKEN, bytes);
    }

    Checkpoint complete(long sent) {
        return new Checkpoint(name, snapshotId, State.COMPLETE, sent);
    }

    Checkpoint deleted() {
        return new Checkpoint(name, snapshotId, State.DELETED, bytes);
    }

    boolean mayExist() {
        return state != State.DELETED;
    }
}
