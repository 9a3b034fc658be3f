package dev.stowage.apiserver.group;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.schema.Types;
import dev.stowage.apiserver.store.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Objects, resources and surroundings for tests.
public final class Given {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static final YAMLMapper YAML = new YAMLMapper();

    private Given() {}

    public static ObjectNode yaml(String text) {
        try {
            return (ObjectNode) YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    public static Resource resource(String key) {
        return BuiltIns.all(Types::of).stream()
                .filter(resource -> resource.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    /// What is wrong, as one sentence each.
    public static List<String> problems(Consumer<Problems> check) {
        Problems problems = new Problems();
        check.accept(problems);
        return problems.causes().stream()
                .map(cause -> cause.field() + ": " + cause.message())
                .toList();
    }

    public static Surroundings around(ObjectNode... objects) {
        List<ObjectNode> all = new ArrayList<>(List.of(objects));
        return new Surroundings() {
            @Override
            public Optional<ObjectNode> find(Key key) {
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
            public String user() {
                return "tester";
            }
        };
    }
}
