package dev.stowage.node.volumemanager.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.journal.VolumeJournal.Entry;
import java.util.Optional;

/// Encodes journal entries as JSON.
final class JournalCodec {

    private JournalCodec() {}

    static ObjectNode json(ActualVolume actual, String boot) {
        ObjectNode json = Json.object()
                .put("driver", actual.key().driver())
                .put("handle", actual.key().handle())
                .put("boot", boot);
        if (actual.stagedVolume().state() != MountState.ABSENT) {
            json.putObject("device")
                    .put("state", actual.stagedVolume().state().name())
                    .put("specName", actual.stagedVolume().specName())
                    .put("block", actual.stagedVolume().block());
        }
        ArrayNode pods = json.putArray("pods");
        for (PublishedVolume publishedVolume : actual.publications().values()) {
            pods.addObject()
                    .put("uid", publishedVolume.podVolumeKey().podUid())
                    .put("specName", publishedVolume.podVolumeKey().specName())
                    .put("block", publishedVolume.podVolumeKey().block())
                    .put("ephemeral", publishedVolume.ephemeral())
                    .put("state", publishedVolume.state().name());
        }
        return json;
    }

    static Optional<Entry> read(JsonNode json, String boot) {
        VolumeKey key = new VolumeKey(text(json, "driver"), text(json, "handle"));
        if (key.driver().isEmpty() || key.handle().isEmpty()) {
            return Optional.empty();
        }
        ActualVolume actual = ActualVolume.absent(key);
        JsonNode device = json.path("device");
        if (device.isObject()) {
            actual = actual.with(new StagedVolume(
                    state(device),
                    text(device, "specName"),
                    device.path("block").asBoolean(),
                    true));
        }
        for (JsonNode pod : json.path("pods")) {
            PodVolumeKey podVolumeKey = new PodVolumeKey(
                    text(pod, "uid"), text(pod, "specName"), pod.path("block").asBoolean());
            actual = actual.with(new PublishedVolume(
                    podVolumeKey, state(pod), pod.path("ephemeral").asBoolean(), true));
        }
        return Optional.of(new Entry(actual, text(json, "boot").equals(boot)));
    }

    private static MountState state(JsonNode json) {
        return text(json, "state").equals("PRESENT") ? MountState.PRESENT : MountState.UNCERTAIN;
    }

    private static String text(JsonNode json, String field) {
        return json.path(field).asText("");
    }
}
