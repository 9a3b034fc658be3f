package dev.stowage.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.kubetypes.BuiltInTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Objects, resources and a strategy context for tests.
public final class BuiltInFixture {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static final YAMLMapper YAML = new YAMLMapper();

    private BuiltInFixture() {}

    public static ObjectNode yaml(String text) {
        try {
            return (ObjectNode) YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    public static ResourceDescriptor resource(String key) {
        return BuiltInResources.all(BuiltInTypes::of).stream()
                .filter(resourceDescriptor -> resourceDescriptor.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /// The validation errors, one sentence each.
    public static List<String> problems(Consumer<FieldErrors> check) {
        FieldErrors fieldErrors = new FieldErrors();
        check.accept(fieldErrors);
        return fieldErrors.causes().stream()
                .map(cause -> cause.field() + ": " + cause.message())
                .toList();
    }

    public static StrategyContext around(ObjectNode... objects) {
        List<ObjectNode> all = new ArrayList<>(List.of(objects));
        return new StrategyContext() {
            @Override
            public Optional<ObjectNode> find(ObjectKey key) {
                return Optional.empty();
            }

            @Override
            public List<ObjectNode> list(String resource, String namespace) {
                return List.copyOf(all);
            }

            @Override
            public Instant now() {
                return NOW;
            }

            @Override
            public boolean enabled(String gate) {
                return true;
            }

            @Override
            public UserInfo user() {
                return new UserInfo("tester", "", List.of(), Map.of());
            }
        };
    }
}
