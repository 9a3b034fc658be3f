package dev.stowage.apiserver.registry.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInFixture;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceStrategy;
import org.junit.jupiter.api.Test;

class NamespaceStrategyTest {
    private final ResourceStrategy namespaces =
            BuiltInFixture.resource("namespaces").resourceStrategy();

    private ObjectNode made() throws ApiException {
        ObjectNode namespace = BuiltInFixture.yaml("metadata: {name: a}");
        namespaces.complete(namespace);
        namespaces.prepareForCreate(namespace, BuiltInFixture.around());
        return namespace;
    }

    @Test
    void aNewOneIsActiveAndHasItsFinalizerAndLabel() throws ApiException {
        assertThat(made())
                .isEqualTo(BuiltInFixture.yaml("{metadata: {name: a, labels: {kubernetes.io/metadata.name: a}},"
                        + " spec: {finalizers: [kubernetes]}, status: {phase: Active}}"));
    }

    @Test
    void anUpdateDoesNotTakeTheFinalizer() throws ApiException {
        ObjectNode namespace = BuiltInFixture.yaml("{metadata: {name: a}, spec: {finalizers: []}}");

        namespaces.prepareForUpdate(namespace, made(), BuiltInFixture.around());

        assertThat(namespaces.isHeld(namespace)).isTrue();
    }

    @Test
    void finalizeLetsItGo() throws ApiException {
        ObjectNode namespace = BuiltInFixture.yaml("{metadata: {name: a}, spec: {finalizers: []}, status: {phase: x}}");

        namespaces.prepareForSubresourceUpdate("finalize", namespace, made(), BuiltInFixture.around());

        assertThat(namespaces.isHeld(namespace)).isFalse();
        assertThat(JsonTree.text(namespace, "status", "phase")).isEqualTo("Active");
    }

    @Test
    void theLastPhaseIsTerminating() throws ApiException {
        ObjectNode namespace = made();
        JsonTree.ensure(namespace, "metadata").put("deletionTimestamp", "2026-03-01T12:00:00Z");

        namespaces.deleting(namespace);

        assertThat(JsonTree.text(namespace, "status", "phase")).isEqualTo("Terminating");
        JsonTree.ensure(namespace, "status").put("phase", "Active");
        assertThat(BuiltInFixture.problems(
                        fieldErrors -> namespaces.validateStatusUpdate(namespace, namespace, fieldErrors)))
                .containsExactly("status.Phase: Invalid value: \"Active\": may only be 'Terminating' if"
                        + " `deletionTimestamp` is not empty");
    }
}
