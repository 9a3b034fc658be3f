package dev.stowage.apiserver.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.YamlTrees;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.TableColumns.Column;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CustomResourceDescriptorTest {
    private static final CustomResourceDefinition DEFINITION = new CustomResourceDefinition(YamlTrees.object("""
                    metadata: {name: widgets.example.com, generation: 1}
                    spec:
                      group: example.com
                      scope: Namespaced
                      names: {plural: widgets, kind: Widget, singular: widget, listKind: WidgetList}
                      versions:
                      - name: v1beta1
                        served: true
                        storage: false
                        schema:
                          openAPIV3Schema:
                            type: object
                            properties: {spec: {type: object, properties: {old: {type: string, default: was}}}}
                      - name: v1
                        served: true
                        storage: true
                        subresources:
                          status: {}
                          scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
                        selectableFields: [{jsonPath: .spec.color}]
                        additionalPrinterColumns:
                        - {name: Color, type: string, jsonPath: .spec.color}
                        - {name: Replicas, type: integer, jsonPath: .spec.replicas, priority: 1}
                        - {name: Since, type: date, jsonPath: .status.since}
                        schema:
                          openAPIV3Schema:
                            type: object
                            properties:
                              spec:
                                type: object
                                properties:
                                  color: {type: string, enum: [red, green], default: red}
                                  replicas: {type: integer}
                                  ports:
                                    type: array
                                    x-kubernetes-list-type: map
                                    x-kubernetes-list-map-keys: [port]
                                    items: {type: object, required: [port], properties: {port: {type: integer}}}
                                x-kubernetes-validations:
                                - {rule: 'self.replicas <= 3', message: too many}
                                - rule: self.replicas >= oldSelf.replicas
                                  messageExpression: "'at least ' + string(oldSelf.replicas)"
                                  fieldPath: .replicas
                                  reason: FieldValueForbidden
                              status: {type: object, properties: {since: {type: string}, replicas: {type: integer}}}
                    status: {acceptedNames: {plural: widgets, kind: Widget, singular: widget, listKind: WidgetList}}
                    """));
    private final ResourceDescriptor resourceDescriptor =
            CustomResourceDescriptor.of(DEFINITION, () -> DEFINITION).orElseThrow();

    private static ObjectNode widget(String rest) {
        return YamlTrees.object("{apiVersion: example.com/v1, kind: Widget, metadata: {name: a}, %s}".formatted(rest));
    }

    private String wrong(String object) {
        FieldErrors fieldErrors = new FieldErrors();
        resourceDescriptor.resourceStrategy().validate(widget(object), fieldErrors);
        return fieldErrors.isEmpty() ? "" : fieldErrors.summary();
    }

    private String wrongUpdate(String object, String old) {
        FieldErrors fieldErrors = new FieldErrors();
        resourceDescriptor.resourceStrategy().validateUpdate(widget(object), widget(old), fieldErrors);
        return fieldErrors.isEmpty() ? "" : fieldErrors.summary();
    }

    @Test
    void isDescribed() {
        assertThat(resourceDescriptor.versions()).containsExactly("v1", "v1beta1");
        assertThat(resourceDescriptor.storage()).isEqualTo("v1");
        assertThat(resourceDescriptor.status()).isEqualTo(StatusStrategy.KEEPS_METADATA);
        assertThat(resourceDescriptor.scale())
                .hasValueSatisfying(
                        scalePaths -> assertThat(scalePaths.wanted()).containsExactly("spec", "replicas"));
        assertThat(resourceDescriptor.fields()).hasSize(1);
        assertThat(resourceDescriptor.fields().getFirst().value().apply(widget("spec: {color: green}")))
                .isEqualTo("green");
    }

    @Test
    void rulesAreFollowed() {
        assertThat(wrong("spec: {replicas: 2}")).isEmpty();
        assertThat(wrong("spec: {replicas: 4}")).isEqualTo("spec: Invalid value: too many");
        assertThat(wrong("spec: {color: red}"))
                .isEqualTo("spec: Invalid value: \"object\": no such key: replicas evaluating rule: too many");
        assertThat(wrongUpdate("spec: {replicas: 1}", "spec: {replicas: 2}"))
                .isEqualTo("spec.replicas: Forbidden: at least 2");
        assertThat(wrongUpdate("spec: {replicas: 4}", "spec: {replicas: 4}")).isEmpty();
    }

    @Test
    void rulesAreNotRunOnWhatIsOfAnotherType() {
        assertThat(wrong("spec: {color: blue, replicas: 9}"))
                .contains("spec.color: Unsupported value: \"blue\": supported values: \"red\", \"green\"")
                .contains("<nil>: Invalid value: null: some validation rules were not checked")
                .doesNotContain("too many");
    }

    @Test
    void keysOfListsAreUnique() {
        assertThat(wrong("spec: {replicas: 1, ports: [{port: 1}, {port: 2}, {port: 1}]}"))
                .isEqualTo("spec.ports[2]: Duplicate value: {\"port\":1}");
    }

    @Test
    void theStatusIsCheckedAlone() {
        FieldErrors fieldErrors = new FieldErrors();
        ObjectNode old = widget("spec: {replicas: 1}");
        resourceDescriptor
                .resourceStrategy()
                .validateStatusUpdate(widget("spec: {replicas: 1}, status: {since: 3}"), old, fieldErrors);
        assertThat(fieldErrors.summary())
                .contains(
                        "status.since: Invalid value: \"integer\": since in body must be of type string: \"integer\"");
    }

    @Test
    void generationCountsAllButMetadataAndStatus() {
        ObjectNode old = widget("spec: {replicas: 1}, status: {since: x}");
        assertThat(resourceDescriptor.resourceStrategy().sameGeneration(widget("spec: {replicas: 1}, status: {}"), old))
                .isTrue();
        assertThat(resourceDescriptor.resourceStrategy().sameGeneration(widget("spec: {replicas: 2}"), old))
                .isFalse();
        assertThat(resourceDescriptor.resourceStrategy().sameGeneration(widget("spec: {replicas: 1}, extra: 1"), old))
                .isFalse();
    }

    @Test
    void columnsAreShown() {
        Instant now = Instant.parse("2026-11-15T08:00:00Z");
        assertThat(resourceDescriptor.tableColumns().columns())
                .extracting(Column::name)
                .containsExactly("Name", "Color", "Replicas", "Since");
        ObjectNode object = widget("spec: {color: red, replicas: 3}, status: {since: '2026-11-15T07:30:00Z'}");
        assertThat(resourceDescriptor.tableColumns().cells(object, now)).isEqualTo(List.of("a", "red", 3L, "30m"));
        assertThat(resourceDescriptor
                        .tableColumns()
                        .cells(widget("spec: {color: {a: 1}, replicas: x}, status: {since: x}"), now))
                .isEqualTo(List.of("a", "{\"a\":1}", NullNode.getInstance(), "<invalid>"));
    }

    @Test
    void anotherVersionHasItsOwnFields() {
        ObjectNode object = widget("spec: {color: red}");
        assertThat(resourceDescriptor.conversion().isIdentity("v1")).isTrue();
        assertThat(resourceDescriptor.conversion().isIdentity("v1beta1")).isFalse();
        resourceDescriptor.conversion().fromStorage(object, "v1beta1");
        assertThat(object.get("spec")).isEqualTo(YamlTrees.read("{old: was}"));
    }
}
