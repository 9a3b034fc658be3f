package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import java.util.Map;
import java.util.Optional;

/// What is moved, from where, as which generation. Written before anything is done.
///
/// @param generation of the copy at the target; 0 until the source was asked for its own. The mover there answers
///     only for volumes that are in the status of a move
/// @param topology the labels of the target node by which the driver knows it
record MoveSubject(
        String sourceNode,
        String driver,
        String volumeName,
        String volumeHandle,
        String claimUid,
        long generation,
        Map<String, String> topology) {

    MoveSubject {
        topology = Map.copyOf(topology);
    }

    /// Empty in the status of a new move.
    static Optional<MoveSubject> read(JsonNode status) {
        return JsonFields.text(status, "volumeHandle").isEmpty()
                ? Optional.empty()
                : Optional.of(new MoveSubject(
                        JsonFields.text(status, "sourceNode"),
                        JsonFields.text(status, "driver"),
                        JsonFields.text(status, "volumeName"),
                        JsonFields.text(status, "volumeHandle"),
                        JsonFields.text(status, "claimUID"),
                        status.path("generation").asLong(),
                        JsonFields.map(status.path("topology"))));
    }

    MoveSubject generation(long number) {
        return new MoveSubject(sourceNode, driver, volumeName, volumeHandle, claimUid, number, topology);
    }

    void writeTo(ObjectNode status) {
        status.put("sourceNode", sourceNode)
                .put("driver", driver)
                .put("volumeName", volumeName)
                .put("volumeHandle", volumeHandle)
                .put("claimUID", claimUid)
                .put("generation", generation);
        topology.forEach(status.putObject("topology")::put);
    }
}
