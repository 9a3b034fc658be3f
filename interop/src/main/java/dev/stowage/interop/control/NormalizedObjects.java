package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.sidecar.recording.ObjectFields;
import dev.stowage.interop.sidecar.recording.TranscriptNormalizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// The objects that a scenario leaves, as text without values that differ in each run.
final class NormalizedObjects {

    private static final List<ResourceKind> KINDS = List.of(
            ResourceKind.CLAIM,
            ResourceKind.VOLUME,
            ResourceKind.POD,
            ResourceKind.ATTACHMENT,
            ResourceKind.ATTRIBUTES_CLASS,
            ResourceKind.NODE,
            ResourceKind.SNAPSHOT,
            ResourceKind.SNAPSHOT_CONTENT);

    /// Not compared: these events depend on timing.
    private static final Set<String> BYSTANDERS = Set.of("kubelet", "default-scheduler");

    private static final int LOOKS = 60;
    private static final int QUIET = 10;
    private static final long PAUSE_MILLIS = 300;

    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}");

    private final AdminApiClient adminApiClient;
    private final String namespace;
    private final Set<String> volumes = new LinkedHashSet<>();

    private NormalizedObjects(AdminApiClient adminApiClient, String namespace) {
        this.adminApiClient = adminApiClient;
        this.namespace = namespace;
    }

    /// Read when nothing changes any more: the last writes and events may be late.
    static String of(ControlScenarioContext context) throws IOException, InterruptedException {
        String text = "";
        int same = 0;
        for (int look = 0; look < LOOKS && same < QUIET; look++) {
            String now = new NormalizedObjects(context.fixture().adminApiClient(), context.namespace()).text();
            same = now.equals(text) ? same + 1 : 0;
            text = now;
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return text;
    }

    private String text() throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        for (ResourceKind resourceKind : KINDS) {
            List<String> entries = new ArrayList<>();
            for (JsonNode object :
                    adminApiClient.get(resourceKind.path(namespace)).path("items")) {
                if (belongs(resourceKind, object)) {
                    entries.add(entry(resourceKind, object));
                }
            }
            entries.sort(
                    Comparator.comparing((String entry) -> UID.matcher(entry).replaceAll("UID")));
            entries.forEach(text::append);
        }
        text.append("events\n");
        events().forEach(event -> text.append("    ").append(event).append('\n'));
        return new TranscriptNormalizer(Map.of(namespace, "NS")).normalize(text.toString());
    }

    private boolean belongs(ResourceKind resourceKind, JsonNode object) {
        String name = object.at("/metadata/name").asText();
        if (resourceKind == ResourceKind.VOLUME
                && (object.at("/spec/claimRef/namespace").asText().equals(namespace)
                        || object.at("/spec/storageClassName").asText().startsWith(namespace))) {
            volumes.add(name);
            return true;
        }
        return switch (resourceKind) {
            case CLAIM, POD, SNAPSHOT -> true;
            case ATTACHMENT ->
                volumes.contains(object.at("/spec/source/persistentVolumeName").asText());
            case SNAPSHOT_CONTENT ->
                object.at("/spec/volumeSnapshotRef/namespace").asText().equals(namespace);
            default -> name.startsWith(namespace);
        };
    }

    private static String entry(ResourceKind resourceKind, JsonNode object) {
        StringBuilder entry = new StringBuilder(resourceKind.plural()).append('\n');
        for (String line : ObjectFields.of(
                resourceKind == ResourceKind.POD
                        ? pod(object)
                        : resourceKind == ResourceKind.NODE ? node(object) : object)) {
            entry.append("    ").append(line).append('\n');
        }
        return entry.toString();
    }

    /// The status details of a pod belong to the kubelet; node and phase are compared.
    private static JsonNode pod(JsonNode pod) {
        ObjectNode seen = JsonNodeFactory.instance.objectNode();
        seen.set("name", pod.at("/metadata/name"));
        seen.set("node", pod.at("/spec/nodeName"));
        seen.set("phase", pod.at("/status/phase"));
        return seen;
    }

    private static JsonNode node(JsonNode node) {
        ObjectNode seen = JsonNodeFactory.instance.objectNode();
        seen.set("name", node.at("/metadata/name"));
        ArrayNode attached = seen.putArray("attached");
        node.at("/status/volumesAttached")
                .forEach(each -> attached.add(each.path("name").asText()));
        return seen;
    }

    private Set<String> events() throws IOException, InterruptedException {
        Set<String> lines = new TreeSet<>();
        adminApiClient.get(ResourceKind.EVENT.path(namespace)).path("items").forEach(event -> lines.add(line(event)));
        for (JsonNode event :
                adminApiClient.get(ResourceKind.EVENT.path("default")).path("items")) {
            if (volumes.contains(event.at("/involvedObject/name").asText())) {
                lines.add(line(event));
            }
        }
        lines.remove("");
        return lines;
    }

    private static String line(JsonNode event) {
        String from = event.at("/source/component").asText();
        if (BYSTANDERS.contains(from)
                || BYSTANDERS.contains(event.path("reportingComponent").asText())) {
            return "";
        }
        return "%s %s %s/%s from %s: %s"
                .formatted(
                        event.path("type").asText(),
                        event.path("reason").asText(),
                        event.at("/involvedObject/kind").asText(),
                        event.at("/involvedObject/name").asText(),
                        from.replaceFirst("_.*", ""),
                        event.path("message").asText());
    }
}
