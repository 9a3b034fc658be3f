package dev.stowage.interop.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.suite.CheckResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Deletes what scenarios leave. This is a check too: finalizers must be removed in the right order.
final class ScenarioCleanup {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// Cluster-scoped objects of a scenario; their names begin with the namespace.
    private static final List<ResourceKind> WIDE = List.of(
            ResourceKind.VOLUME,
            ResourceKind.CLASS,
            ResourceKind.ATTRIBUTES_CLASS,
            ResourceKind.SNAPSHOT_CLASS,
            ResourceKind.NODE,
            ResourceKind.CSI_NODE,
            ResourceKind.DRIVER);

    private ScenarioCleanup() {}

    static void begin(ControlScenarioContext context) throws IOException, InterruptedException {
        context.fixture().adminApiClient().delete(ResourceKind.NAMESPACE.path("", context.namespace()));
        for (ResourceKind resourceKind : WIDE) {
            for (JsonNode object : context.list(resourceKind)) {
                String name = object.at("/metadata/name").asText();
                if (name.startsWith(context.namespace())
                        || object.at("/spec/storageClassName").asText().startsWith(context.namespace())) {
                    if (resourceKind == ResourceKind.NODE) {
                        // A kubelet unmounts before its node is deleted; otherwise detaching waits for minutes.
                        context.patchStatus(resourceKind, name, "{\"status\":{\"volumesInUse\":null}}");
                    }
                    context.delete(resourceKind, name);
                }
            }
        }
    }

    static CheckResult after(ControlFixture fixture, ControlSubject controlSubject) throws InterruptedException {
        String name = controlSubject.word() + ": everything is deleted at the end";
        try {
            Await.until("the end of everything", SOON, List.of(), () -> {
                String left = left(fixture, controlSubject);
                if (!left.isEmpty()) {
                    throw new IOException("there are still" + left);
                }
                return true;
            });
            return CheckResult.passed(name);
        } catch (IOException e) {
            return CheckResult.failed(name, String.valueOf(e.getMessage()));
        }
    }

    private static String left(ControlFixture fixture, ControlSubject controlSubject)
            throws IOException, InterruptedException {
        StringBuilder left = new StringBuilder();
        for (ResourceKind resourceKind : List.of(
                ResourceKind.NAMESPACE, ResourceKind.VOLUME, ResourceKind.ATTACHMENT, ResourceKind.SNAPSHOT_CONTENT)) {
            for (JsonNode object :
                    fixture.adminApiClient().get(resourceKind.path("")).path("items")) {
                String name = object.at("/metadata/name").asText();
                if (counts(resourceKind, name, controlSubject)) {
                    left.append(' ').append(resourceKind.plural()).append('/').append(name);
                }
            }
        }
        return left.toString();
    }

    /// Upstream's controllers forget attachments to deleted nodes; ours run later and delete those too.
    private static boolean counts(ResourceKind resourceKind, String name, ControlSubject controlSubject) {
        return switch (resourceKind) {
            case NAMESPACE -> name.endsWith("-" + controlSubject.word());
            case ATTACHMENT -> controlSubject == ControlSubject.OURS;
            default -> true;
        };
    }
}
