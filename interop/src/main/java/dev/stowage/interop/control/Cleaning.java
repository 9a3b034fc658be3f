package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.suite.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Takes away what plays leave. That it goes is a question of its own: finalizers must fall in the right order.
final class Cleaning {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// What a play may have made outside its namespace, under names that begin with it.
    private static final List<Kind> WIDE = List.of(
            Kind.VOLUME, Kind.CLASS, Kind.ATTRIBUTES_CLASS, Kind.SNAPSHOT_CLASS, Kind.NODE, Kind.CSI_NODE, Kind.DRIVER);

    private Cleaning() {}

    static void begin(Play play) throws IOException, InterruptedException {
        play.stage().api().delete(Kind.NAMESPACE.path("", play.namespace()));
        for (Kind kind : WIDE) {
            for (JsonNode object : play.list(kind)) {
                String name = object.at("/metadata/name").asText();
                if (name.startsWith(play.namespace())
                        || object.at("/spec/storageClassName").asText().startsWith(play.namespace())) {
                    if (kind == Kind.NODE) {
                        // A kubelet unmounts before its node goes; otherwise nobody dares to detach for minutes.
                        play.patchStatus(kind, name, "{\"status\":{\"volumesInUse\":null}}");
                    }
                    play.delete(kind, name);
                }
            }
        }
    }

    static Outcome after(Stage stage, Side side) throws InterruptedException {
        String name = side.word() + ": everything goes in the end";
        try {
            Await.until("the end of everything", SOON, List.of(), () -> {
                String left = left(stage, side);
                if (!left.isEmpty()) {
                    throw new IOException("there are still" + left);
                }
                return true;
            });
            return Outcome.passed(name);
        } catch (IOException e) {
            return Outcome.failed(name, String.valueOf(e.getMessage()));
        }
    }

    private static String left(Stage stage, Side side) throws IOException, InterruptedException {
        StringBuilder left = new StringBuilder();
        for (Kind kind : List.of(Kind.NAMESPACE, Kind.VOLUME, Kind.ATTACHMENT, Kind.SNAPSHOT_CONTENT)) {
            for (JsonNode object : stage.api().get(kind.path("")).path("items")) {
                String name = object.at("/metadata/name").asText();
                if (counts(kind, name, side)) {
                    left.append(' ').append(kind.plural()).append('/').append(name);
                }
            }
        }
        return left.toString();
    }

    /// Theirs forget attachments to nodes that are gone; ours come later and take those away too.
    private static boolean counts(Kind kind, String name, Side side) {
        return switch (kind) {
            case NAMESPACE -> name.endsWith("-" + side.word());
            case ATTACHMENT -> side == Side.OURS;
            default -> true;
        };
    }
}
