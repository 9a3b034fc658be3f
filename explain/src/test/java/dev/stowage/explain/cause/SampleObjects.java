package dev.stowage.explain.cause;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Objects as they usually are: claim `data` of class `disk` is bound to volume `v` of driver `disk.x`.
final class SampleObjects {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();
    private static final Pattern AGO = Pattern.compile("-(\\d+)([smh])");
    private static final Pattern EVENT = Pattern.compile("(\\d+[smh]) (\\d+) (\\w+): (.*)", Pattern.DOTALL);

    private static final Map<ResourceKind, String> USUAL = Map.of(
            ResourceKind.NODE, """
            {metadata: {annotations: {'volumes.kubernetes.io/controller-managed-attach-detach': 'true'}},
             status: {conditions: [{type: 'Ready', status: 'True'}], nodeInfo: {kernelVersion: '6.12.0'}}}""",
            ResourceKind.CSI_NODE, "{spec: {drivers: [{name: 'disk.x', nodeID: 'id'}]}}",
            ResourceKind.DRIVER, "{spec: {attachRequired: true}}",
            ResourceKind.CLASS, "{provisioner: 'disk.x', allowVolumeExpansion: true, volumeBindingMode: 'Immediate'}",
            ResourceKind.VOLUME, """
            {metadata: {annotations: {'pv.kubernetes.io/provisioned-by': 'disk.x'}},
             spec: {accessModes: ['ReadWriteOnce'], capacity: {storage: '1Gi'}, storageClassName: 'disk',
              persistentVolumeReclaimPolicy: 'Delete', csi: {driver: 'disk.x', volumeHandle: 'h'},
              claimRef: {namespace: 'default', name: 'data', uid: 'pvc-data'}}, status: {phase: 'Bound'}}""",
            ResourceKind.CLAIM, """
            {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}, storageClassName: 'disk',
              volumeName: 'v'}, status: {phase: 'Bound', capacity: {storage: '1Gi'}}}""",
            ResourceKind.POD, """
            {spec: {nodeName: 'n1', volumes: [{name: 'vol', persistentVolumeClaim: {claimName: 'data'}}]},
             status: {phase: 'Pending', startTime: '-10m'}}""",
            ResourceKind.ATTACHMENT, """
            {metadata: {finalizers: ['external-attacher/disk-x']},
             spec: {attacher: 'disk.x', nodeName: 'n1', source: {persistentVolumeName: 'v'}},
             status: {attached: true}}""",
            ResourceKind.SNAPSHOT_CLASS, "{driver: 'disk.x', deletionPolicy: 'Delete'}");

    private SampleObjects() {}

    static ObjectNode object(String sort, String name, String own) {
        ResourceKind kind = ResourceKind.of(sort).orElseThrow(() -> new AssertionError("no sort " + sort));
        ObjectNode object = JSON.createObjectNode().put("kind", kind.singularName());
        ObjectNode meta = object.putObject("metadata");
        meta.put("name", name).put("uid", kind.shortName() + "-" + name).put("creationTimestamp", "-10m");
        boolean namespaced = switch (kind) {
            case POD, CLAIM, SNAPSHOT -> true;
            default -> false;
        };
        if (namespaced) {
            meta.put("namespace", "default");
        }
        merge(object, read(USUAL.getOrDefault(kind, "{}")));
        merge(object, read(own));
        return (ObjectNode) timed(object);
    }

    /// @param rest such as `30s 4 FailedMount: text`
    static ObjectNode event(String about, String rest) {
        Matcher told = EVENT.matcher(rest);
        if (!told.matches()) {
            throw new AssertionError("no event: " + rest);
        }
        ObjectNode event = JSON.createObjectNode().put("kind", "event");
        event.putObject("metadata").put("name", "e");
        event.putObject("involvedObject").put("uid", uid(about));
        event.put("type", "Warning").put("reason", told.group(3)).put("message", told.group(4));
        event.put("count", Integer.parseInt(told.group(2))).put("lastTimestamp", "-" + told.group(1));
        return (ObjectNode) timed(event);
    }

    private static String uid(String title) {
        String[] parts = title.split("/", 2);
        return ResourceKind.of(parts[0]).orElseThrow().shortName() + "-" + parts[1];
    }

    private static ObjectNode read(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    /// Null removes the field.
    private static void merge(ObjectNode into, ObjectNode from) {
        for (Map.Entry<String, JsonNode> field : from.properties()) {
            if (field.getValue().isNull()) {
                into.remove(field.getKey());
            } else if (field.getValue() instanceof ObjectNode inner
                    && into.get(field.getKey()) instanceof ObjectNode there) {
                merge(there, inner);
            } else {
                into.set(field.getKey(), field.getValue());
            }
        }
    }

    /// `-10m` was ten minutes ago.
    private static JsonNode timed(JsonNode node) {
        switch (node) {
            case ObjectNode object -> object.properties().forEach(field -> field.setValue(timed(field.getValue())));
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, timed(array.get(i)));
                }
            }
            case TextNode text -> {
                Matcher ago = AGO.matcher(text.asText());
                if (ago.matches()) {
                    Duration age =
                            Duration.parse("PT" + ago.group(1) + ago.group(2).toUpperCase(Locale.ROOT));
                    return TextNode.valueOf(CauseCase.NOW.minus(age).toString());
                }
            }
            default -> {}
        }
        return node;
    }
}
