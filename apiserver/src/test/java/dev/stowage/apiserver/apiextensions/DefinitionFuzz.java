package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.schema.CelValidator;
import dev.stowage.apiserver.apiextensions.schema.CostBudget;
import dev.stowage.apiserver.apiextensions.schema.EmbeddedObjectValidation;
import dev.stowage.apiserver.apiextensions.schema.JsonSchema;
import dev.stowage.apiserver.apiextensions.schema.ListTypeValidation;
import dev.stowage.apiserver.apiextensions.schema.SchemaConverter;
import dev.stowage.apiserver.apiextensions.schema.SchemaValidation;
import dev.stowage.apiserver.apiextensions.schema.StructuralPruning;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.schema.FieldValidation;
import dev.stowage.apiserver.schema.ObjectDecoder;
import dev.stowage.cel.InvalidExpressionException;
import dev.stowage.cel.regex.InvalidRegexException;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.GroupVersionKind;
import dev.stowage.kubetypes.Schema.Struct;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A schema and, after a line `---`, an object. If the definition is valid, the object is read and validated.
public final class DefinitionFuzz implements FuzzTarget {
    private static final Struct TYPE =
            BuiltInTypes.of("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition");
    private static final GroupVersionKind KIND =
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition");
    private static final GroupVersionKind WIDGET = new GroupVersionKind("example.com", "v1", "Widget");

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                {"type":"object","properties":{"spec":{"type":"object","required":["x"],"properties":{"x":{"type":"integer",
                "minimum":1,"maximum":9.5,"multipleOf":2},"t":{"type":"string","pattern":"^[a-z]+$","maxLength":5,
                "format":"date-time"},"l":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}}}}}
                ---
                {"spec":{"x":4,"t":"abc","l":["a","a"],"unknown":1}}""", """
                {"type":"object","properties":{"spec":{"type":"object","x-kubernetes-validations":[{"rule":
                "self.a.all(x, x.size() > 1) || has(self.b)","messageExpression":"'no ' + string(size(self.a))"}],
                "properties":{"a":{"type":"array","items":{"type":"string","default":"z","nullable":true}},
                "b":{"x-kubernetes-int-or-string":true},"m":{"type":"object","additionalProperties":{"type":"number"}}}}}}
                ---
                {"spec":{"a":["q",null],"b":"1","m":{"k":1e300,"j":1.5}}}""", """
                {"type":"object","properties":{"spec":{"type":"object","x-kubernetes-preserve-unknown-fields":true,
                "anyOf":[{"required":["a"]},{"not":{"properties":{"a":{"enum":[1,"b",null]}}}}],"oneOf":[{"minProperties":1}],
                "properties":{"a":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],
                "items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"}}}},
                "e":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}}}}}
                ---
                {"spec":{"a":[{"k":"1"},{"k":"1"}],"e":{"apiVersion":"v1","kind":"K","metadata":{"name":"n"}}}}""");
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"type\":\"object\"",
                "\"type\":\"string\"",
                "\"type\":\"number\"",
                "\"format\":\"byte\"",
                "\"format\":\"ipv4\"",
                "\"format\":\"uuid\"",
                "\"format\":\"duration\"",
                "\"format\":\"cidr\"",
                "\"default\":",
                "\"enum\":[",
                "\"items\":{",
                "\"properties\":{",
                "\"additionalProperties\":",
                "\"x-kubernetes-validations\":[{\"rule\":\"self",
                "\"nullable\":true",
                "\"uniqueItems\":true",
                "\"not\":{",
                "\"pattern\":\"(a{1000}){2}\"",
                "\n---\n",
                "1e300",
                "null",
                "{",
                "}",
                "[",
                "]",
                "\"maxLength\":-1",
                "\"x-kubernetes-list-type\":\"map\"",
                "oldSelf");
    }

    @Override
    public void run(byte[] input) {
        String[] parts = FuzzTarget.text(input).split("\n---\n", 2);
        try {
            ObjectNode definition = definition(ObjectDecoder.plain(bytes(parts[0]), false));
            DefinitionStrategy strategy = new DefinitionStrategy();
            strategy.complete(definition);
            strategy.start(definition);
            FieldErrors errors = new FieldErrors();
            DefinitionValidation.validate(new CustomResourceDefinition(definition), errors);
            if (errors.isEmpty() && parts.length == 2) {
                JsonNode schema =
                        JsonTree.at(definition, "spec", "versions").path(0).path("schema");
                use((ObjectNode) schema.path("openAPIV3Schema"), bytes(parts[1]));
            }
        } catch (ApiException | JsonProcessingException _) {
            // Refused.
        } catch (InvalidRegexException | InvalidExpressionException e) {
            throw new AssertionError("the definition was valid and is not", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode definition(JsonNode schema) throws ApiException {
        ObjectNode definition = Json.object();
        definition.putObject("metadata").put("name", "widgets.example.com");
        ObjectNode spec =
                definition.putObject("spec").put("group", "example.com").put("scope", "Namespaced");
        spec.putObject("names").put("plural", "widgets").put("kind", "Widget");
        ObjectNode version = spec.putArray("versions").addObject();
        version.put("name", "v1").put("served", true).put("storage", true);
        version.putObject("schema").set("openAPIV3Schema", schema);
        return ObjectDecoder.body(Json.write(definition), false, KIND, TYPE, FieldValidation.IGNORE)
                .object();
    }

    private static void use(ObjectNode written, byte[] body)
            throws ApiException, InvalidRegexException, InvalidExpressionException {
        JsonSchema schema = JsonSchema.of(written);
        Struct type = SchemaConverter.resource(schema);
        ObjectNode object = ObjectDecoder.body(body, false, WIDGET, type, FieldValidation.WARN)
                .object();
        StructuralPruning.prune(object, schema, true);
        StructuralPruning.fill(object, schema);
        ObjectNode old = object.deepCopy();
        FieldErrors errors = new FieldErrors();
        SchemaValidation.validateUpdate(schema, object, old, "", errors);
        SchemaValidation.validateUpdate(schema, object, MissingNode.getInstance(), "", errors);
        EmbeddedObjectValidation.validate(schema, object, "", errors);
        ListTypeValidation.validate(schema, object, "", errors);
        CelValidator.of(schema, true).ifPresent(rules -> rules.validate(object, old, "", new CostBudget(), errors));
        if (!errors.isEmpty() && errors.summary().isEmpty()) {
            throw new AssertionError("errors without a message");
        }
    }
}
