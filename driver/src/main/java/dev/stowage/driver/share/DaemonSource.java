package dev.stowage.driver.share;

import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A share that a program mounts and serves with FUSE.
public sealed interface DaemonSource permits GlusterSource, FuseSource {

    Set<String> TYPES = Set.of(GlusterSource.TYPE, FuseSource.TYPE);

    /// @throws IllegalArgumentException when a value is not allowed
    static DaemonSource parse(JsonObject source) throws IOException {
        String type = source.text("type");
        return switch (type) {
            case GlusterSource.TYPE -> GlusterSource.parse(source);
            case FuseSource.TYPE -> FuseSource.parse(source);
            default -> throw new IllegalArgumentException("type " + type + " needs no program");
        };
    }

    /// The program, which stays in the foreground, and its arguments.
    List<String> argv(Path mountPoint);

    /// For users who inspect the volume in their orchestrator.
    Map<String, String> context();

    /// For messages.
    @Override
    String toString();

    /// @throws IllegalArgumentException for a key that is not among these
    static void requireKeys(JsonObject source, Set<String> known) {
        for (String key : source.fields().keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("unknown key \"%s\" in source; supported: %s"
                        .formatted(key, known.stream().sorted().toList()));
            }
        }
    }

    /// A list of texts; empty when the field is missing.
    static List<String> texts(JsonObject source, String field) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Object text : source.has(field) ? source.list(field) : List.of()) {
            if (!(text instanceof String one)) {
                throw new IllegalArgumentException("field \"" + field + "\" must be a list of texts");
            }
            texts.add(one);
        }
        return texts;
    }
}
