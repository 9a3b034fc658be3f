package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import org.jspecify.annotations.Nullable;

/// A reference to a secret. Its content is never kept.
public record SecretReference(String namespace, String name) {

    static @Nullable SecretReference read(JsonNode node) {
        return node.isObject()
                ? new SecretReference(JsonFields.shared(node, "namespace"), JsonFields.shared(node, "name"))
                : null;
    }
}
