package dev.stowage.node.podworker.podfeatures;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// No field of a pod is overlooked, also not one of a later version of Kubernetes.
final class PodFieldsTest {
    private static final String CORE = "io.k8s.api.core.v1.";
    private static final Set<String> USES = Set.of("yes", "refused", "none", "elsewhere");

    /// Types whose fields are refused where they are read: by the volume manager and when variables are resolved.
    private static final Set<String> REFUSED_BY_VALUE = Set.of("Volume", "VolumeProjection", "EnvVarSource");

    /// What the nodes do with a field: with a CRI runtime, and with plain processes.
    private record Use(String cri, String process) {
        boolean isEither(String use) {
            return cri.equals(use) || process.equals(use);
        }
    }

    private static Map<String, Use> listed() throws IOException {
        Map<String, Use> listed = new TreeMap<>();
        try (InputStream file = PodFieldsTest.class.getResourceAsStream("pod-fields.txt")) {
            String text = new String(requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.split(" +", -1);
                    assertThat(USES).contains(words[1], words[2]);
                    assertThat(listed.put(words[0], new Use(words[1], words[2])))
                            .as(line)
                            .isNull();
                }
            }
        }
        return listed;
    }

    /// The fields of a type and of those in it, as far as some node honours them.
    private static void walk(Struct type, Map<String, Use> listed, Set<String> fields, Set<String> walked) {
        if (!type.name().startsWith(CORE) || !walked.add(type.name())) {
            return;
        }
        String name = type.name().substring(CORE.length());
        boolean whole = listed.containsKey(name + ".*");
        if (whole) {
            fields.add(name + ".*");
        }
        type.fields().forEach((field, schema) -> {
            String full = whole ? name + ".*" : name + "." + field;
            fields.add(full);
            Use use = listed.get(full);
            if (use == null || use.isEither("yes")) {
                struct(schema.type()).ifPresent(inner -> walk(inner, listed, fields, walked));
            }
        });
    }

    private static Optional<Struct> struct(Schema schema) {
        return switch (schema) {
            case Struct struct -> Optional.of(struct);
            case Sequence sequence -> struct(sequence.items());
            case Mapping mapping -> struct(mapping.values());
            case Scalar _, AnyJson _ -> Optional.empty();
        };
    }

    @Test
    void everyFieldOfAPodIsHonouredRefusedOrKnownToHaveNoEffect() throws IOException {
        Map<String, Use> listed = listed();
        Set<String> fields = new TreeSet<>();
        walk(BuiltInTypes.of(CORE + "PodSpec"), listed, fields, new HashSet<>());
        assertThat(fields).containsExactlyElementsOf(listed.keySet());
    }

    @Test
    void whatHasNoEffectIsDocumented() throws IOException {
        String document = Files.readString(Path.of("../docs/node.md"));
        List<String> missing = listed().entrySet().stream()
                .filter(entry -> entry.getValue().isEither("none"))
                .map(entry -> entry.getKey().substring(entry.getKey().indexOf('.') + 1))
                .filter(field -> !field.equals("*") && !document.contains("`" + field + "`"))
                .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void whatIsRefusedHasAnExample() throws IOException {
        String examples = PodFeaturesTest.examples();
        List<String> missing = listed().entrySet().stream()
                .filter(entry -> entry.getValue().isEither("refused"))
                .map(Map.Entry::getKey)
                .filter(field -> !REFUSED_BY_VALUE.contains(field.substring(0, field.indexOf('.'))))
                .map(field -> field.substring(field.indexOf('.') + 1))
                .filter(field -> !field.equals("*") && !examples.contains("\"" + field + "\":"))
                .toList();
        assertThat(missing).isEmpty();
    }
}
