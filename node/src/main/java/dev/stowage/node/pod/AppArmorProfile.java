package dev.stowage.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/// The AppArmor profile of a container: its own, that of the deprecated annotation, or that of its pod.
public record AppArmorProfile(Type type) {
    private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";

    public enum Type {
        RUNTIME_DEFAULT,
        UNCONFINED,
        LOCALHOST
    }

    /// Empty when the spec does not say; the runtime then uses its default.
    public static Optional<AppArmorProfile> of(JsonNode podSpec, Map<String, String> annotations, JsonNode container) {
        String own =
                annotations.getOrDefault(ANNOTATION + container.path("name").asText(""), "");
        return read(container.path("securityContext"))
                .or(() -> ofAnnotation(own))
                .or(() -> read(podSpec.path("securityContext")))
                .map(AppArmorProfile::new);
    }

    private static Optional<Type> read(JsonNode securityContext) {
        return switch (securityContext.path("appArmorProfile").path("type").asText("")) {
            case "RuntimeDefault" -> Optional.of(Type.RUNTIME_DEFAULT);
            case "Unconfined" -> Optional.of(Type.UNCONFINED);
            case "Localhost" -> Optional.of(Type.LOCALHOST);
            default -> Optional.empty();
        };
    }

    private static Optional<Type> ofAnnotation(String value) {
        return switch (value) {
            case "runtime/default" -> Optional.of(Type.RUNTIME_DEFAULT);
            case "unconfined" -> Optional.of(Type.UNCONFINED);
            default -> value.startsWith("localhost/") ? Optional.of(Type.LOCALHOST) : Optional.empty();
        };
    }
}
