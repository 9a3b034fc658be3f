package dev.stowage.apiserver.managedfields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManagedFieldsTest {
    private static final Schema CONFIG_MAP = BuiltInTypes.of("io.k8s.api.core.v1.ConfigMap");
    private static final Instant MORNING = Instant.parse("2026-01-01T06:00:00.5Z");

    private final ObjectNode made = made();

    private static ObjectNode made() {
        ObjectNode object = Json.object().put("apiVersion", "v1").put("kind", "ConfigMap");
        object.putObject("metadata").put("name", "n");
        object.putObject("data").put("a", "1");
        ManagedFields.onUpdate(null, object, CONFIG_MAP, writer("maker", MORNING));
        return object;
    }

    private static FieldManager writer(String manager, Instant now) {
        return new FieldManager(manager, "", "v1", FieldSet.EMPTY, now);
    }

    @Test
    void theCreatorOfAnObjectOwnsItsFields() {
        assertThat(owners(made))
                .hasToString("[{\"manager\":\"maker\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
                        + "\"time\":\"2026-01-01T06:00:00Z\",\"fieldsType\":\"FieldsV1\","
                        + "\"fieldsV1\":{\"f:data\":{\".\":{},\"f:a\":{}}}}]");
    }

    @Test
    void aWriteThatChangesNothingKeepsTheEntriesAsTheyAre() {
        ObjectNode now = made.deepCopy();
        ManagedFields.onUpdate(made, now, CONFIG_MAP, writer("other", MORNING.plusSeconds(9)));
        assertThat(owners(now).get(0)).isSameAs(owners(made).get(0));
    }

    @Test
    void anUnchangedEntryOfAnotherOwnerIsNotRewritten() {
        ObjectNode now = made.deepCopy();
        JsonTree.ensure(now, "data").put("b", "2");
        ManagedFields.onUpdate(made, now, CONFIG_MAP, writer("other", MORNING.plusSeconds(9)));
        assertThat(owners(now)).hasSize(2);
        assertThat(owners(now).get(0)).isSameAs(owners(made).get(0));
    }

    @Test
    void anOwnerThatLosesItsLastFieldGoes() {
        ObjectNode now = made.deepCopy();
        now.remove("data");
        ManagedFields.onUpdate(made, now, CONFIG_MAP, writer("other", MORNING));
        assertThat(now.path("metadata").has("managedFields")).isFalse();
    }

    @Test
    void anEmptyListClearsTheOwners() {
        ObjectNode now = made.deepCopy();
        JsonTree.ensure(now, "metadata").putArray("managedFields");
        ManagedFields.onUpdate(made, now, CONFIG_MAP, writer("other", MORNING));
        assertThat(now.path("metadata").has("managedFields")).isFalse();
    }

    @Test
    void ownersThatCannotBeReadAreReplacedByThoseOfTheOldState() {
        ObjectNode now = made.deepCopy();
        JsonTree.ensure(now, "metadata").putArray("managedFields").addObject().put("operation", "Steal");
        ManagedFields.onUpdate(made, now, CONFIG_MAP, writer("other", MORNING));
        assertThat(owners(now)).isEqualTo(owners(made));
    }

    @Test
    void ownersThatAClientWritesAreTaken() {
        ObjectNode now = made.deepCopy();
        ((ObjectNode) owners(now).get(0)).put("manager", "renamed");
        ManagedFields.onUpdate(made, now, CONFIG_MAP, writer("other", MORNING));
        assertThat(JsonTree.text(owners(now).get(0), "manager")).isEqualTo("renamed");
    }

    @Test
    void aWriterIsCalledAsItsRequestSaysOrElseItsProgram() {
        assertThat(FieldManager.managerName("me", "kubectl/v1.36.3 (linux/amd64)"))
                .isEqualTo("me");
        assertThat(FieldManager.managerName("", "kubectl/v1.36.3 (linux/amd64)"))
                .isEqualTo("kubectl");
        assertThat(FieldManager.managerName("", "x".repeat(500))).hasSize(128);
        assertThat(writer(FieldManager.managerName("", ""), MORNING).manager()).isEqualTo("unknown");
    }

    @Test
    void theStatusIsNotOwnedThroughTheObjectNorTheRestThroughTheStatus() {
        assertThat(FieldManager.reset(StatusStrategy.TAKES_METADATA, "").has(PathElement.field("status")))
                .isTrue();
        FieldSet kept = FieldManager.reset(StatusStrategy.KEEPS_METADATA, "status");
        assertThat(kept.has(PathElement.field("spec")) && kept.has(PathElement.field("metadata")))
                .isTrue();
        assertThat(FieldManager.reset(StatusStrategy.NONE, "").isEmpty()).isTrue();
    }

    private static JsonNode owners(ObjectNode object) {
        return object.path("metadata").path("managedFields");
    }

    /// Entries that could be stored and then not be put in order.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"i:x\":{},\"i:y\":{}}",
                "{\"i:\":{},\"i:1\":{}}",
                "{\"i:99999999999\":{},\"i:1\":{}}",
                "{\"v:\":{},\"v:{\":{}}",
                "{\"k:{\":{}}",
                "{\"nothing\":{}}",
            })
    void entriesOfAClientThatCannotBeReadAreNotTaken(String fields) throws Exception {
        ObjectNode now = made.deepCopy();
        ObjectNode entry =
                JsonTree.ensure(now, "metadata").putArray("managedFields").addObject();
        entry.put("manager", "m")
                .put("operation", "Update")
                .put("apiVersion", "v1")
                .put("fieldsType", "FieldsV1");
        entry.set("fieldsV1", Json.read(fields.getBytes(StandardCharsets.UTF_8)));

        ManagedFields.onUpdate(made, now, CONFIG_MAP, writer("other", MORNING));

        assertThat(owners(now)).isEqualTo(owners(made));
    }
}
