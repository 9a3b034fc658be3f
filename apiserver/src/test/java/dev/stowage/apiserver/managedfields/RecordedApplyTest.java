package dev.stowage.apiserver.managedfields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.patch.PatchApplier;
import dev.stowage.apiserver.patch.PatchType;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.apiserver.schema.ObjectDecoder;
import dev.stowage.apiserver.schema.SchemaDefaulting;
import dev.stowage.apiserver.schema.TypeMismatchException;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Replays requests that were recorded with kube-apiserver 1.36.3. The managed fields must be identical,
/// including times; so must the error messages.
final class RecordedApplyTest {
    private static final Set<String> WITHOUT_STATUS = Set.of("ConfigMap", "StorageClass", "ClusterRole", "Lease");
    private static final Set<String> KEEPS_METADATA = Set.of("VolumeAttachment", "Widget");
    /// Fields that admission and the resource's strategy set after the managed fields are recorded.
    private static final Map<String, List<String>> LATER = Map.of(
            "PersistentVolumeClaim", List.of("/metadata/finalizers"),
            "Node", List.of("/spec/taints"),
            "Pod", List.of("/spec/tolerations", "/spec/priority", "/spec/preemptionPolicy"),
            "Service", List.of("/spec/clusterIP", "/spec/clusterIPs", "/spec/ipFamilies", "/spec/ipFamilyPolicy"));

    private static final List<String> SERVERS =
            List.of("managedFields", "generation", "resourceVersion", "uid", "creationTimestamp");
    private static final Set<String> DEFAULTS = Set.of(
            "namespace",
            "defaultMode",
            "allocatable",
            "maxSurge",
            "maxUnavailable",
            "replicas",
            "terminationMessagePath",
            "terminationMessagePolicy",
            "imagePullPolicy",
            "restartPolicy",
            "terminationGracePeriodSeconds",
            "dnsPolicy",
            "securityContext",
            "schedulerName",
            "type",
            "rollingUpdate",
            "revisionHistoryLimit",
            "progressDeadlineSeconds");

    @TestFactory
    Stream<DynamicTest> ownersAreThoseThatTheRealServerRecords() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        ObjectNode last = null;
        for (ObjectNode step : steps()) {
            ObjectNode before = step.has("fresh") ? null : last;
            tests.add(DynamicTest.dynamicTest(JsonTree.text(step, "name"), () -> check(step, before)));
            last = JsonTree.object(step, "after").orElse(last);
        }
        return tests.stream();
    }

    private static List<ObjectNode> steps() throws IOException {
        List<ObjectNode> steps = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RecordedApplyTest.class.getResourceAsStream("recorded.jsonl")),
                StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                steps.add((ObjectNode) Json.read(line.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return steps;
    }

    private static void check(ObjectNode step, @Nullable ObjectNode before) throws ApiException, TypeMismatchException {
        String type = JsonTree.text(step, "type");
        Schema.Struct schema = type.equals("rec.io.Widget") ? WidgetType.type() : BuiltInTypes.of(type);
        Optional<PatchType> patch = kind(JsonTree.text(step, "verb"));
        if (patch.isPresent()) {
            checkPatch(step, Objects.requireNonNull(before), schema, patch.get());
        }
        if (JsonTree.text(step, "verb").equals("apply")) {
            checkApply(step, before, schema);
        } else if (step.has("after")) {
            checkUpdate(step, before, schema);
        }
    }

    private static Optional<PatchType> kind(String verb) {
        return switch (verb) {
            case "json" -> Optional.of(PatchType.JSON);
            case "merge" -> Optional.of(PatchType.MERGE);
            case "strategic" -> Optional.of(PatchType.STRATEGIC);
            default -> Optional.empty();
        };
    }

    private static void checkPatch(ObjectNode step, ObjectNode before, Schema.Struct schema, PatchType kind)
            throws ApiException, TypeMismatchException {
        byte[] body = Json.write(step.path("body"));
        if (step.has("after")) {
            ObjectNode result = PatchApplier.apply(kind, body, before, schema);
            same(step, result, schema);
            return;
        }
        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> PatchApplier.apply(kind, body, before, schema));
        boolean later = step.path("status")
                .path("message")
                .asText()
                .startsWith(" \"\" is invalid: patch: Invalid value: \"map");
        if (refused != null || !later) {
            assertThat(refused).isNotNull();
            assertThat(refused.status().toPrettyString())
                    .isEqualTo(step.path("status").toPrettyString());
        }
    }

    private static FieldManager writer(ObjectNode step) {
        Instant now = Instant.EPOCH;
        for (JsonNode entry : JsonTree.list(step, "after", "metadata", "managedFields")) {
            Instant time = entry.has("time") ? Instant.parse(JsonTree.text(entry, "time")) : Instant.EPOCH;
            now = time.isAfter(now) ? time : now;
        }
        String kind = JsonTree.text(step, "kind");
        StatusStrategy rule = WITHOUT_STATUS.contains(kind)
                ? StatusStrategy.NONE
                : KEEPS_METADATA.contains(kind) ? StatusStrategy.KEEPS_METADATA : StatusStrategy.TAKES_METADATA;
        String subresource = JsonTree.text(step, "subresource");
        FieldSet reset = FieldManager.reset(rule, subresource);
        return new FieldManager(
                JsonTree.text(step, "manager"), subresource, JsonTree.text(step, "apiVersion"), reset, now);
    }

    private static void checkUpdate(ObjectNode step, @Nullable ObjectNode before, Schema.Struct schema) {
        ObjectNode now = JsonTree.object(step, "after").orElseThrow().deepCopy();
        JsonNode expected = JsonTree.ensure(now, "metadata").remove("managedFields");
        JsonNode sent = step.path("body").path("metadata").path("managedFields");
        boolean cleared = step.path("body").toString().contains("managedFields\",\"value\":[{}]");
        if (cleared) {
            JsonTree.ensure(now, "metadata").putArray("managedFields").addObject();
        } else if (!sent.isMissingNode()) {
            JsonTree.ensure(now, "metadata").set("managedFields", sent);
        }
        if (before == null) {
            for (String path : LATER.getOrDefault(JsonTree.text(step, "kind"), List.of())) {
                int slash = path.lastIndexOf('/');
                ((ObjectNode) now.at(path.substring(0, slash))).remove(path.substring(slash + 1));
            }
        }
        ManagedFields.onUpdate(before, now, schema, writer(step));
        assertThat(shown(now))
                .isEqualTo(expected == null ? "" : inOrder(expected).toPrettyString());
    }

    private static void checkApply(ObjectNode step, @Nullable ObjectNode before, Schema.Struct schema)
            throws ApiException, TypeMismatchException {
        ObjectNode applied = JsonTree.object(step, "body").orElseThrow();
        String kind = JsonTree.text(step, "kind");
        boolean force = JsonTree.flag(step, "force");
        int code = step.path("code").intValue();
        if (code < 300 || code == 422) {
            ObjectNode result = ServerSideApply.merge(before, applied, schema, kind, writer(step), force);
            if (code < 300) {
                assertThat(shown(result))
                        .isEqualTo(shown(JsonTree.object(step, "after").orElseThrow()));
                same(step, result, schema);
            }
            return;
        }
        ApiException refused = catchThrowableOfType(
                ApiException.class, () -> ServerSideApply.merge(before, applied, schema, kind, writer(step), force));
        assertThat(refused).isNotNull();
        assertThat(refused.status().toPrettyString())
                .isEqualTo(step.path("status").toPrettyString());
    }

    private static void same(ObjectNode step, ObjectNode result, Schema.Struct schema) throws TypeMismatchException {
        ObjectNode after = JsonTree.object(step, "after").orElseThrow();
        ObjectNode made = bare(result, schema, JsonTree.text(step, "subresource"));
        ObjectNode wanted = bare(after, schema, JsonTree.text(step, "subresource"));
        withoutDefaults(wanted, made);
        assertThat(inOrder(made).toPrettyString())
                .as("the object")
                .isEqualTo(inOrder(wanted).toPrettyString());
    }

    private static String shown(ObjectNode object) {
        JsonNode owners = object.path("metadata").path("managedFields");
        return owners.isMissingNode() ? "" : inOrder(owners).toPrettyString();
    }

    /// The keys of custom resources are sorted; their order has no meaning.
    private static JsonNode inOrder(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode result = Json.object();
            object.propertyStream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> result.set(
                            field.getKey(),
                            field.getKey().equals("fieldsV1") ? field.getValue() : inOrder(field.getValue())));
            return result;
        }
        if (node instanceof ArrayNode list) {
            ArrayNode result = Json.list();
            list.forEach(item -> result.add(inOrder(item)));
            return result;
        }
        return node;
    }

    /// Without managed fields, fields that the server sets, and fields that a write to the object does not
    /// change.
    private static ObjectNode bare(ObjectNode object, Schema.Struct type, String subresource)
            throws TypeMismatchException {
        ObjectNode bare = ObjectDecoder.tree(object, type).object();
        SchemaDefaulting.fill(bare, type);
        CanonicalForm.object(bare, type);
        JsonTree.ensure(bare, "metadata").remove(SERVERS);
        if (subresource.isEmpty()) {
            bare.remove("status");
        } else {
            bare.remove("metadata");
        }
        bare.findParents("targetPort").forEach(port -> ((ObjectNode) port).remove("targetPort"));
        return bare;
    }

    /// Defaults of the resource, which are set after the tested step.
    private static void withoutDefaults(JsonNode expected, JsonNode result) {
        if (expected instanceof ObjectNode object) {
            object.properties().removeIf(field -> DEFAULTS.contains(field.getKey()) && !result.has(field.getKey()));
            object.properties().forEach(field -> withoutDefaults(field.getValue(), result.path(field.getKey())));
        } else {
            for (int i = 0; i < expected.size(); i++) {
                withoutDefaults(expected.path(i), result.path(i));
            }
        }
    }
}
