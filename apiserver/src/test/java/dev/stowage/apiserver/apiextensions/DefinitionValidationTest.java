package dev.stowage.apiserver.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.json.YamlTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DefinitionValidationTest {
    private static final String SCHEMA = "spec.versions[0].schema.openAPIV3Schema";

    static java.util.List<ObjectNode> shipped() {
        return BundledDefinitions.all();
    }

    static ObjectNode widgets(String property) {
        return YamlTrees.object("""
                metadata: {name: widgets.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {plural: widgets, kind: Widget}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {x: %s}}}}}
                """.formatted(property));
    }

    private static String wrong(ObjectNode definition) {
        DefinitionStrategy strategy = new DefinitionStrategy();
        strategy.complete(definition);
        strategy.start(definition);
        FieldErrors fieldErrors = new FieldErrors();
        strategy.validate(definition, fieldErrors);
        return fieldErrors.isEmpty() ? "" : fieldErrors.summary();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void whatIsShippedIsValid(ObjectNode definition) {
        assertThat(wrong(definition)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: string} | ",
                "{type: text} | type: Unsupported value: \"text\": supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\"",
                "{minimum: 1} | type: Required value: must not be empty for specified object fields",
                "{type: array} | items: Required value: must be specified",
                "{type: array, items: {}} | items.type: Required value: must not be empty for specified array items",
                "{type: string, pattern: '(a'} | pattern: Invalid value: \"(a\": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): `(a`",
                "{type: integer, default: x} | default: Invalid value: \"string\":  in body must be of type integer: \"string\"",
                "{type: object, default: {a: 1}} | default: Invalid value: {\"a\":1}: must not have unknown fields",
                "{type: string, $ref: x} | $ref: Forbidden: $ref is not supported",
                "{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}} | additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
                "{type: string, x-kubernetes-list-type: set} | type: Invalid value: \"string\": must be array if x-kubernetes-list-type is specified",
                "{type: array, items: {type: object}, x-kubernetes-list-type: set} | items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set",
                "{type: array, items: {type: object}, x-kubernetes-list-type: map} | x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
                "{type: object, x-kubernetes-preserve-unknown-fields: false} | x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined",
                "{type: object, x-kubernetes-embedded-resource: true} | properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
                "{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]} | ",
                "{type: string, anyOf: [{type: string}]} | anyOf[0].type: Forbidden: must be empty to be structural",
                "{type: array, items: {type: string}, uniqueItems: true} | uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
                "{type: string, x-kubernetes-validations: [{rule: ''}]} | x-kubernetes-validations[0].rule: Required value: rule is not specified",
                "{type: string, x-kubernetes-validations: [{rule: 'self.size() > 0', reason: Nope}]} | x-kubernetes-validations[0].reason: Unsupported value: \"Nope\": supported values: \"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\"",
                "{type: array, items: {type: string, x-kubernetes-validations: [{rule: self == oldSelf}]}} | items.x-kubernetes-validations[0].rule: Invalid value: \"self == oldSelf\": oldSelf cannot be used on the uncorrelatable portion of the schema within SCHEMA",
            })
    void saysWhatIsWrongWithASchema(String schema, String problem) {
        String field = SCHEMA + ".properties[spec].properties[x]";
        String expected = problem == null ? "" : field + "." + problem.replace("SCHEMA", field);
        assertThat(wrong(widgets(schema))).isEqualTo(expected);
    }

    @Test
    void aRuleThatCannotBeReadIsRefused() {
        assertThat(wrong(widgets("{type: string, x-kubernetes-validations: [{rule: self.foo()}]}")))
                .contains("x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.foo()\"")
                .contains("compilation failed: ERROR: <input>:1:9: undeclared reference to 'foo' (in container '')");
    }

    @Test
    void namesHaveToFit() {
        ObjectNode definition = widgets("{type: string}");
        JsonTree.ensure(definition, "metadata").put("name", "other.example.com");
        JsonTree.ensure(definition, "spec", "names").put("listKind", "Widget");
        assertThat(wrong(definition))
                .contains(
                        "metadata.name: Invalid value: \"other.example.com\": must be spec.names.plural+\".\"+spec.group")
                .contains("spec.names.listKind: Invalid value: \"Widget\": kind and listKind may not be the same");
    }

    @Test
    void webhooksAreRefused() {
        ObjectNode definition = widgets("{type: string}");
        JsonTree.ensure(definition, "spec", "conversion").put("strategy", "Webhook");
        assertThat(wrong(definition))
                .isEqualTo(
                        "spec.conversion.strategy: Forbidden: conversion webhooks are not supported by this server; use"
                                + " None, with versions that differ only in their names and fields");
    }

    @Test
    void aVersionThatWasStoredHasToStay() {
        ObjectNode old = widgets("{type: string}");
        DefinitionStrategy strategy = new DefinitionStrategy();
        strategy.complete(old);
        strategy.start(old);
        ObjectNode next = old.deepCopy();
        ((ObjectNode) JsonTree.list(next, "spec", "versions").get(0)).put("name", "v2");
        FieldErrors fieldErrors = new FieldErrors();
        strategy.validateUpdate(next, old, fieldErrors);
        assertThat(fieldErrors.summary())
                .contains("status.storedVersions: Invalid value: [\"v1\"]: must have the storage version v2")
                .contains(
                        "status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was previously");
    }

    @Test
    void groupsOfKubernetesNeedAnApproval() {
        ObjectNode definition = widgets("{type: string}");
        JsonTree.ensure(definition, "metadata").put("name", "widgets.x.k8s.io");
        JsonTree.ensure(definition, "spec").put("group", "x.k8s.io");
        assertThat(wrong(definition.deepCopy()))
                .startsWith("metadata.annotations[api-approved.kubernetes.io]: Required");
        JsonTree.ensure(definition, "metadata", "annotations")
                .put("api-approved.kubernetes.io", "unapproved, for a test");
        assertThat(wrong(definition)).isEmpty();
    }

    @Test
    void aDeepDefinitionIsReadToItsEnd() {
        ObjectNode schema = Json.object().put("type", "string");
        for (int i = 0; i < 100; i++) {
            ObjectNode outer = Json.object().put("type", "object");
            outer.putObject("properties").set("x", schema);
            schema = outer;
        }
        ObjectNode definition = widgets("{type: string}");
        JsonTree.ensure(
                        (ObjectNode)
                                JsonTree.list(definition, "spec", "versions").get(0),
                        "schema",
                        "openAPIV3Schema",
                        "properties")
                .set("spec", schema);
        assertThat(wrong(definition)).isEmpty();
    }
}
