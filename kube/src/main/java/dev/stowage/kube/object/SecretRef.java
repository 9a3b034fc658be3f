package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/// Where a secret is. Its content is never kept.
public record SecretRef(String namespace, String name) {

    static @Nullable SecretRef read(JsonNode node) {
        return node.isObject() ? new SecretRef(Fields.shared(node, "namespace"), Fields.shared(node, "name")) : null;
    }
}
