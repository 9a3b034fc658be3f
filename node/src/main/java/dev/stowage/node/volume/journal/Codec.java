package dev.stowage.node.volume.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.journal.Journal.Entry;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import java.util.Optional;

/// Notes as JSON.
final class Codec {

    private Codec() {}

    static ObjectNode json(Have have, String boot) {
        ObjectNode json = Json.object()
                .put("driver", have.key().driver())
                .put("handle", have.key().handle())
                .put("boot", boot);
        if (have.device().state() != MountState.ABSENT) {
            json.putObject("device")
                    .put("state", have.device().state().name())
                    .put("specName", have.device().specName())
                    .put("block", have.device().block());
        }
        ArrayNode pods = json.putArray("pods");
        for (Publication publication : have.publications().values()) {
            pods.addObject()
                    .put("uid", publication.spot().podUid())
                    .put("specName", publication.spot().specName())
                    .put("block", publication.spot().block())
                    .put("ephemeral", publication.ephemeral())
                    .put("state", publication.state().name());
        }
        return json;
    }

    static Optional<Entry> read(JsonNode json, String boot) {
        VolumeKey key = new VolumeKey(text(json, "driver"), text(json, "handle"));
        if (key.driver().isEmpty() || key.handle().isEmpty()) {
            return Optional.empty();
        }
        Have have = Have.nothing(key);
        JsonNode device = json.path("device");
        if (device.isObject()) {
            have = have.with(new Device(
                    state(device),
                    text(device, "specName"),
                    device.path("block").asBoolean(),
                    true));
        }
        for (JsonNode pod : json.path("pods")) {
            Spot spot = new Spot(
                    text(pod, "uid"), text(pod, "specName"), pod.path("block").asBoolean());
            have = have.with(
                    new Publication(spot, state(pod), pod.path("ephemeral").asBoolean(), true));
        }
        return Optional.of(new Entry(have, text(json, "boot").equals(boot)));
    }

    private static MountState state(JsonNode json) {
        return text(json, "state").equals("PRESENT") ? MountState.PRESENT : MountState.UNCERTAIN;
    }

    private static String text(JsonNode json, String field) {
        return json.path(field).asText("");
    }
}
