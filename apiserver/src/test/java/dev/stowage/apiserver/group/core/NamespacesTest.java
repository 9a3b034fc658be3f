package dev.stowage.apiserver.group.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.group.Given;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Strategy;
import org.junit.jupiter.api.Test;

class NamespacesTest {
    private final Strategy namespaces = Given.resource("namespaces").strategy();

    private ObjectNode made() throws ApiException {
        ObjectNode namespace = Given.yaml("metadata: {name: a}");
        namespaces.complete(namespace);
        namespaces.creating(namespace, Given.around());
        return namespace;
    }

    @Test
    void aNewOneIsActiveAndHasItsFinalizerAndLabel() throws ApiException {
        assertThat(made())
                .isEqualTo(Given.yaml("{metadata: {name: a, labels: {kubernetes.io/metadata.name: a}},"
                        + " spec: {finalizers: [kubernetes]}, status: {phase: Active}}"));
    }

    @Test
    void anUpdateDoesNotTakeTheFinalizer() throws ApiException {
        ObjectNode namespace = Given.yaml("{metadata: {name: a}, spec: {finalizers: []}}");

        namespaces.updating(namespace, made(), Given.around());

        assertThat(namespaces.isHeld(namespace)).isTrue();
    }

    @Test
    void finalizeLetsItGo() throws ApiException {
        ObjectNode namespace = Given.yaml("{metadata: {name: a}, spec: {finalizers: []}, status: {phase: x}}");

        namespaces.updatingThrough("finalize", namespace, made(), Given.around());

        assertThat(namespaces.isHeld(namespace)).isFalse();
        assertThat(Tree.text(namespace, "status", "phase")).isEqualTo("Active");
    }

    @Test
    void theLastPhaseIsTerminating() throws ApiException {
        ObjectNode namespace = made();
        Tree.ensure(namespace, "metadata").put("deletionTimestamp", "2026-03-01T12:00:00Z");

        namespaces.deleting(namespace);

        assertThat(Tree.text(namespace, "status", "phase")).isEqualTo("Terminating");
        Tree.ensure(namespace, "status").put("phase", "Active");
        assertThat(Given.problems(problems -> namespaces.validateStatusUpdate(namespace, namespace, problems)))
                .containsExactly("status.Phase: Invalid value: \"Active\": may only be 'Terminating' if"
                        + " `deletionTimestamp` is not empty");
    }
}
