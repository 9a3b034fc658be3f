package dev.stowage.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInResources;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceDescriptor.Names;
import dev.stowage.apiserver.resource.ResourceDescriptor.Schemas;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.Struct;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OpenApiDocumentsTest {
    private final ServedResources servedResources = new ServedResources();
    private final OpenApiDocuments openApiDocuments = new OpenApiDocuments(servedResources);

    OpenApiDocumentsTest() {
        servedResources.putAll(BuiltInResources.all(BuiltInTypes::of));
    }

    @Test
    void theIndexNamesADocumentForEachGroupAndVersion() throws Exception {
        JsonNode paths = Json.read(openApiDocuments.index().bytes()).path("paths");

        assertThat(paths.properties().stream().map(entry -> entry.getKey()))
                .contains("api/v1", "apis/storage.k8s.io/v1", "apis/autoscaling/v2");
        String url = paths.at("/api~1v1/serverRelativeURL").textValue();
        String tag = openApiDocuments.document("", "v1").orElseThrow().tag();
        assertThat(url).isEqualTo("/openapi/v3/api/v1?hash=" + tag.replace("\"", ""));
        assertThat(openApiDocuments.document("nobody.example.com", "v1")).isEmpty();
    }

    @Test
    void typesAndFieldsAreDescribedForExplain() throws Exception {
        JsonNode schemas = Json.read(
                        openApiDocuments.document("", "v1").orElseThrow().bytes())
                .at("/components/schemas");
        assertThat(schemas.at("/io.k8s.api.core.v1.Pod/description").asText())
                .startsWith("Pod is a collection of containers");
        assertThat(schemas.at("/io.k8s.api.core.v1.PodSpec/properties/containers/description")
                        .asText())
                .startsWith("List of containers belonging to the pod.");
        assertThat(schemas.at("/io.k8s.api.core.v1.Volume/properties/emptyDir/description")
                        .asText())
                .startsWith("emptyDir represents a temporary directory");
        assertThat(schemas.at("/io.k8s.api.core.v1.PodSpec/properties/securityContext/description")
                        .asText())
                .isNotEmpty();
    }

    @Test
    void everyReferenceLeadsSomewhere() throws Exception {
        for (String group : List.of("", "apps", "batch", "storage.k8s.io")) {
            allLead(Json.read(
                    openApiDocuments.document(group, "v1").orElseThrow().bytes()));
        }
        allLead(Json.read(openApiDocuments.version2().bytes()));
    }

    private static void allLead(JsonNode document) {
        // The schema of schemas has a property of that name, which is not a string.
        List<JsonNode> references = document.findValues("$ref").stream()
                .filter(JsonNode::isTextual)
                .distinct()
                .toList();
        assertThat(references)
                .hasSizeGreaterThan(20)
                .allSatisfy(reference -> assertThat(
                                document.at(reference.textValue().substring(1)).isObject())
                        .as(reference.textValue())
                        .isTrue());
    }

    @Test
    void aSchemaSaysHowItsValuesMerge() throws Exception {
        JsonNode schemas = Json.read(
                        openApiDocuments.document("", "v1").orElseThrow().bytes())
                .at("/components/schemas");

        JsonNode volumes = schemas.at("/io.k8s.api.core.v1.PodSpec/properties/volumes");
        assertThat(volumes.path("x-kubernetes-patch-strategy").textValue()).isEqualTo("merge,retainKeys");
        assertThat(volumes.path("x-kubernetes-patch-merge-key").textValue()).isEqualTo("name");
        assertThat(volumes.at("/x-kubernetes-list-map-keys/0").textValue()).isEqualTo("name");
        assertThat(schemas.at("/io.k8s.api.core.v1.Container/required/0").textValue())
                .isEqualTo("name");
        assertThat(schemas.at("/io.k8s.api.core.v1.ContainerPort/properties/protocol/default")
                        .textValue())
                .isEqualTo("TCP");
        assertThat(schemas.at("/io.k8s.api.core.v1.ObjectReference/x-kubernetes-map-type")
                        .textValue())
                .isEqualTo("atomic");
        assertThat(schemas.at("/io.k8s.api.core.v1.PersistentVolumeSpec/properties/claimRef/x-kubernetes-map-type")
                        .textValue())
                .isEqualTo("granular");
        assertThat(schemas.at("/io.k8s.api.core.v1.Pod/x-kubernetes-group-version-kind/0"))
                .isEqualTo(Json.object().put("group", "").put("kind", "Pod").put("version", "v1"));
    }

    @Test
    void aPatchMayBeStrategicAndCheckFields() throws Exception {
        JsonNode patch = Json.read(
                        openApiDocuments.document("", "v1").orElseThrow().bytes())
                .at("/paths/~1api~1v1~1namespaces~1{namespace}~1persistentvolumeclaims~1{name}/patch");

        assertThat(patch.at("/requestBody/content").has("application/strategic-merge-patch+json"))
                .isTrue();
        assertThat(patch.path("parameters").findValuesAsText("name"))
                .contains("fieldValidation", "dryRun", "fieldManager", "force");
        assertThat(patch.path("x-kubernetes-action").textValue()).isEqualTo("patch");
        assertThat(patch.at("/x-kubernetes-group-version-kind/kind").textValue())
                .isEqualTo("PersistentVolumeClaim");
    }

    @Test
    void aCustomResourceAppearsAndGoes() throws Exception {
        String before = openApiDocuments.index().tag();
        servedResources.put(custom());

        JsonNode document = Json.read(
                openApiDocuments.document("example.com", "v1").orElseThrow().bytes());
        JsonNode schema = document.at("/components/schemas/com.example.v1.Boat");
        assertThat(schema.at("/properties/spec/description").textValue()).isEqualTo("What it should be.");
        assertThat(schema.at("/properties/metadata/allOf/0/$ref").textValue()).endsWith("meta.v1.ObjectMeta");
        assertThat(schema.at("/x-kubernetes-group-version-kind/0/kind").textValue())
                .isEqualTo("Boat");
        assertThat(document.at("/paths/~1apis~1example.com~1v1~1boats~1{name}/patch/requestBody/content")
                        .has("application/strategic-merge-patch+json"))
                .isFalse();
        assertThat(openApiDocuments.index().tag()).isNotEqualTo(before);

        servedResources.remove("example.com", "boats");
        assertThat(openApiDocuments.document("example.com", "v1")).isEmpty();
        assertThat(openApiDocuments.index().tag()).isEqualTo(before);
    }

    private ResourceDescriptor custom() throws Exception {
        ResourceDescriptor like =
                servedResources.find("storage.k8s.io", "v1", "storageclasses").orElseThrow();
        ObjectNode schema = (ObjectNode) Json.read(
                "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"description\":\"What it should be.\"}}}"
                        .getBytes(StandardCharsets.UTF_8));
        Schemas schemas = new Schemas() {
            @Override
            public Schema of(String version) {
                return new Struct("", new LinkedHashMap<>(), false, true);
            }

            @Override
            public Optional<ObjectNode> openApi(String version) {
                return Optional.of(schema);
            }
        };
        return new ResourceDescriptor(
                "example.com",
                List.of("v1"),
                "v1",
                new Names("Boat", "BoatList", "boats", "boat", List.of(), List.of()),
                false,
                like.verbs(),
                schemas,
                like.status(),
                true,
                new ArrayList<>(),
                List.of(),
                like.resourceStrategy(),
                like.tableColumns(),
                like.conversion(),
                Optional.empty(),
                new ResourceDescriptor.Kept("boats.example.com", "example.com/v1"));
    }
}
