package dev.stowage.apiserver.apiextensions.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.YamlTrees;
import dev.stowage.cel.regex.InvalidRegexException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaValidationTest {

    private static String wrong(String schema, String value) {
        FieldErrors fieldErrors = new FieldErrors();
        SchemaValidation.validate(schema(schema), YamlTrees.read(value), "", fieldErrors);
        return fieldErrors.isEmpty() ? "" : fieldErrors.summary();
    }

    private static JsonSchema schema(String text) {
        try {
            return JsonSchema.of(YamlTrees.object(text));
        } catch (InvalidRegexException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /// The schema and the value of the field `spec.x`, and the expected errors.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{type: integer} | 3 | ",
                "{type: integer} | 3.0 | ",
                "{type: integer} | 3.5 | spec.x: Invalid value: \"number\": spec.x in body must be of type integer: \"number\"",
                "{type: integer} | a | spec.x: Invalid value: \"string\": spec.x in body must be of type integer: \"string\"",
                "{type: string} | 3 | spec.x: Invalid value: \"integer\": spec.x in body must be of type string: \"integer\"",
                "{type: string} | null | spec.x: Invalid value: \"null\": spec.x in body must be of type string: \"null\"",
                "{type: string, nullable: true} | null | ",
                "{type: number} | 3 | ",
                "{type: boolean} | [] | spec.x: Invalid value: \"array\": spec.x in body must be of type boolean: \"array\"",
                "{x-kubernetes-int-or-string: true} | 3 | ",
                "{x-kubernetes-int-or-string: true} | true | spec.x: Invalid value: \"boolean\": spec.x in body must be of type integer,string: \"boolean\"",
                "{type: integer, minimum: 1} | 0 | spec.x: Invalid value: 0: spec.x in body should be greater than or equal to 1",
                "{type: integer, minimum: 1, exclusiveMinimum: true} | 1 | spec.x: Invalid value: 1: spec.x in body should be greater than 1",
                "{type: integer, maximum: 10} | 11 | spec.x: Invalid value: 11: spec.x in body should be less than or equal to 10",
                "{type: integer, maximum: 10, exclusiveMaximum: true} | 10 | spec.x: Invalid value: 10: spec.x in body should be less than 10",
                "{type: number, maximum: 0.5} | 0.75 | spec.x: Invalid value: 0.75: spec.x in body should be less than or equal to 0.5",
                "{type: integer, multipleOf: 5} | 7 | spec.x: Invalid value: 7: spec.x in body should be a multiple of 5",
                "{type: integer, format: int32} | 3000000000 | <nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in spec.x",
                "{type: string, maxLength: 2} | abc | spec.x: Too long: may not be more than 2 bytes",
                "{type: string, minLength: 2} | a | spec.x: Invalid value: \"a\": spec.x in body should be at least 2 chars long",
                "{type: string, pattern: '^[a-z]+$'} | A1 | spec.x: Invalid value: \"A1\": spec.x in body should match '^[a-z]+$'",
                "{type: string, format: date-time} | soon | spec.x: Invalid value: \"soon\": spec.x in body must be of type date-time: \"soon\"",
                "{type: string, format: date-time} | '2026-11-15T08:09:10.5Z' | ",
                "{type: string, format: uuid} | nope | spec.x: Invalid value: \"nope\": spec.x in body must be of type uuid: \"nope\"",
                "{type: string, format: ipv4} | 10.0.0.256 | spec.x: Invalid value: \"10.0.0.256\": spec.x in body must be of type ipv4: \"10.0.0.256\"",
                "{type: string, format: nobodyknows} | anything | ",
                "{type: string, enum: [a, b]} | c | spec.x: Unsupported value: \"c\": supported values: \"a\", \"b\"",
                "{type: integer, enum: [1, 2]} | 3 | spec.x: Unsupported value: 3: supported values: \"1\", \"2\"",
                "{type: array, items: {type: integer}, minItems: 1} | [] | spec.x: Invalid value: 0: spec.x in body should have at least 1 items",
                "{type: array, items: {type: integer}, maxItems: 1} | [1, 2] | spec.x: Too many: 2: must have at most 1 items",
                "{type: array, items: {type: integer}} | [1, a] | spec.x[1]: Invalid value: \"string\": spec.x[1] in body must be of type integer: \"string\"",
                "{type: object, required: [y]} | {} | spec.x.y: Required value",
                "{type: object, minProperties: 1} | {} | spec.x: Invalid value: 0: spec.x in body should have at least 1 properties",
                "{type: object, maxProperties: 1, additionalProperties: {type: string}} | {a: b, c: d} | spec.x: Too many: 2: must have at most 1 items",
                "{type: object, additionalProperties: {type: string}} | {a: 1} | spec.x.a: Invalid value: \"integer\": spec.x.a in body must be of type string: \"integer\"",
                "{type: object, additionalProperties: false} | {a: 1} | spec.x: Invalid value: \"a\": spec.x.a in body is a forbidden property",
                "{type: object, not: {required: [y]}} | {y: 1} | <nil>: Invalid value: \"\": \"spec.x\" must not validate the schema (not)",
            })
    void saysWhatIsWrong(String schema, String value, String problem) {
        String outer = "{type: object, properties: {spec: {type: object, properties: {x: %s}}}}".formatted(schema);
        assertThat(wrong(outer, "{spec: {x: %s}}".formatted(value))).isEqualTo(problem == null ? "" : problem);
    }

    @Test
    void requiredFieldsOfTheWholeObjectHaveAPath() {
        assertThat(wrong("{type: object, required: [spec]}", "{}")).isEqualTo("spec: Required value");
    }

    @Test
    void ofSeveralAlternativesTheNearestIsReported() {
        String schema = "{type: object, properties: {a: {type: string}, b: {type: integer}},"
                + " oneOf: [{required: [a]}, {required: [b]}]}";
        assertThat(wrong(schema, "{a: x}")).isEmpty();
        assertThat(wrong(schema, "{}"))
                .contains("\"\" must validate one and only one schema (oneOf). Found none valid")
                .contains("a: Required value");
        assertThat(wrong(schema, "{a: x, b: 1}"))
                .isEqualTo("<nil>: Invalid value: \"\": \"\" must validate one and only one schema (oneOf). Found 2"
                        + " valid alternatives");
        assertThat(wrong(schema.replace("oneOf", "anyOf"), "{}"))
                .contains("\"\" must validate at least one schema (anyOf)");
        assertThat(wrong(schema.replace("oneOf", "allOf"), "{a: x}"))
                .isEqualTo(
                        "[b: Required value, <nil>: Invalid value: \"\": \"\" must validate all the schemas (allOf)]");
    }

    @Test
    void whatAnUpdateLeavesIsNotRefused() {
        JsonSchema schema = schema(
                "{type: object, properties: {spec: {type: object, properties: {a: {type: string, maxLength: 2}, b: {type:"
                        + " string, maxLength: 2}, l: {type: array, x-kubernetes-list-type: map,"
                        + " x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}, v:"
                        + " {type: string, maxLength: 2}}}}}}}}");
        JsonNode old = YamlTrees.read("{spec: {a: long, b: x, l: [{k: one, v: long}, {k: two, v: y}]}}");
        JsonNode object = YamlTrees.read("{spec: {a: long, b: long, l: [{k: two, v: long}, {k: one, v: long}]}}");
        FieldErrors fieldErrors = new FieldErrors();
        SchemaValidation.validateUpdate(schema, object, old, "", fieldErrors);
        assertThat(fieldErrors.causes()).extracting(cause -> cause.field()).containsExactly("spec.b", "spec.l[0].v");
    }

    @Test
    void theNumberOfReportedErrorsIsLimited() {
        String items = "x, ".repeat(5000);
        String schema = "{type: object, properties: {l: {type: array, items: {type: integer}}}}";
        FieldErrors fieldErrors = new FieldErrors();
        SchemaValidation.validate(schema(schema), YamlTrees.read("{l: [%s x]}".formatted(items)), "", fieldErrors);
        assertThat(fieldErrors.causes()).hasSize(500);
    }
}
