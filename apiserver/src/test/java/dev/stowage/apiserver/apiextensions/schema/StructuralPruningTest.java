package dev.stowage.apiserver.apiextensions.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.YamlTrees;
import dev.stowage.cel.regex.InvalidRegexException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StructuralPruningTest {

    private static JsonSchema schema(String properties) throws InvalidRegexException {
        return JsonSchema.of(YamlTrees.object("{type: object, properties: {spec: %s}}".formatted(properties)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: object, properties: {a: {type: string}}} | {a: x, b: y} | {a: x}",
                "{type: object, x-kubernetes-preserve-unknown-fields: true} | {a: {b: c}} | {a: {b: c}}",
                "{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: object}}} | {a: {b: c}, d: e} | {a: {}, d: e}",
                "{type: object, additionalProperties: {type: object, properties: {a: {type: string}}}} | {k: {a: x, b: y}} | {k: {a: x}}",
                "{type: object, additionalProperties: true} | {k: {a: x}, l: y} | {k: {}, l: y}",
                "{type: array, items: {type: object, properties: {a: {type: string}}}} | [{a: x, b: y}, {b: y}] | [{a: x}, {}]",
                "{type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}} | {apiVersion: v1, kind: K, metadata: {name: n, labels: {a: b}}, spec: {x: y}, z: 1} | {apiVersion: v1, kind: K, metadata: {name: n, labels: {a: b}}, spec: {}}",
                "{x-kubernetes-int-or-string: true} | 5 | 5",
                "{type: object, properties: {a: {type: object, properties: {b: {type: string}}}}} | {a: text} | {a: text}",
            })
    void dropsUnknownFields(String schema, String value, String left) throws InvalidRegexException {
        JsonNode object = YamlTrees.read("{metadata: {name: n, foo: bar}, unknown: 1, spec: %s}".formatted(value));
        StructuralPruning.prune(object, schema(schema), true);
        assertThat(object).isEqualTo(YamlTrees.read("{metadata: {name: n, foo: bar}, spec: %s}".formatted(left)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: object, properties: {a: {type: string, default: x}}} | {} | {a: x}",
                "{type: object, properties: {a: {type: string, default: x}}} | {a: y} | {a: y}",
                "{type: object, properties: {a: {type: string, default: x}}} | {a: null} | {a: x}",
                "{type: object, properties: {a: {type: string, default: x, nullable: true}}} | {a: null} | {a: null}",
                "{type: object, properties: {a: {type: string}}} | {a: null} | {}",
                "{type: object, properties: {a: {type: string, nullable: true}}} | {a: null} | {a: null}",
                "{type: object, properties: {a: {type: object, default: {}, properties: {b: {type: integer, default: 3}}}}} | {} | {a: {b: 3}}",
                "{type: object, properties: {a: {type: object, properties: {b: {type: integer, default: 3}}}}} | {} | {}",
                "{type: array, items: {type: object, properties: {p: {type: string, default: TCP}}}} | [{}, {p: UDP}] | [{p: TCP}, {p: UDP}]",
                "{type: object, additionalProperties: {type: object, properties: {b: {type: boolean, default: true}}}} | {k: {}} | {k: {b: true}}",
                "{type: array, items: {type: string}} | [null] | [null]",
            })
    void fillsInPresets(String schema, String value, String filled) throws InvalidRegexException {
        JsonNode object = YamlTrees.read("{spec: %s}".formatted(value));
        StructuralPruning.fill(object, schema(schema));
        assertThat(object).isEqualTo(YamlTrees.read("{spec: %s}".formatted(filled)));
    }
}
