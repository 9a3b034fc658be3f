package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import java.time.Instant;
import java.util.List;

/// Something that is wrong with a snapshot: said in its status and by an event, once for each text.
///
/// @param unready whether it says as well that the snapshot cannot be used
record Mistake(boolean unready, String reason, String message) {

    Verdict on(VolumeSnapshot snapshot, Instant now) {
        if (snapshot.error().equals(message)) {
            return Verdict.waiting(message);
        }
        return Verdict.own(List.of(
                        new Act.Change<>(Kinds.SNAPSHOTS, snapshot, patch(now).onlyIfUnchanged(snapshot)),
                        Act.Tell.warning(snapshot.reference(), reason, message)))
                .because(message);
    }

    Verdict on(VolumeGroupSnapshot group, Instant now) {
        if (group.error().equals(message)) {
            return Verdict.waiting(message);
        }
        return Verdict.own(List.of(
                        new Act.Change<>(
                                Kinds.GROUP_SNAPSHOTS, group, patch(now).onlyIfUnchanged(group)),
                        Act.Tell.warning(group.reference(), reason, message)))
                .because(message);
    }

    private Patch patch(Instant now) {
        ObjectNode body = Json.object();
        ObjectNode status = body.putObject("status");
        status.putObject("error").put("time", Times.text(now)).put("message", message);
        if (unready) {
            status.put("readyToUse", false);
        }
        return Patch.merge(body).status();
    }
}
