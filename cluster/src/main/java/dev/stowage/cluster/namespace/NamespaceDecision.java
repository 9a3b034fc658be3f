package dev.stowage.cluster.namespace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.model.StatusCondition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The conditions of a terminating namespace, and when it may be deleted.
final class NamespaceDecision {
    static final String FINALIZER = "kubernetes";

    private NamespaceDecision() {}

    private record ConditionText(String type, boolean bad, String reason, String message) {

        String status() {
            return bad ? "True" : "False";
        }
    }

    static boolean concerns(Namespace namespace) {
        return namespace.isBeingDeleted() && namespace.holders().contains(FINALIZER);
    }

    /// How long to wait until every API server knows that the namespace is terminating: another one may still
    /// admit objects for some moments. Zero when it may be deleted.
    static Duration recheckAfter(Namespace namespace, Duration grace, Instant now) {
        Instant asked = namespace.meta().deletionTimestamp();
        Duration left = asked == null ? Duration.ZERO : Duration.between(now, asked.plus(grace));
        return left.isPositive() ? left : Duration.ZERO;
    }

    /// A namespace that is deleted right away gets no conditions.
    static List<ClusterAction> statusActions(Namespace seen, RemainingContent remaining, Instant now) {
        if (remaining.isEmpty() && seen.conditions().isEmpty()) {
            return List.of();
        }
        ObjectNode body = Json.object();
        body.putObject("metadata").put("uid", seen.meta().uid());
        ArrayNode changes = body.putObject("status").putArray("conditions");
        for (ConditionText conditionText : said(remaining)) {
            StatusCondition before = seen.conditions().stream()
                    .filter(condition -> condition.type().equals(conditionText.type))
                    .findFirst()
                    .orElse(null);
            if (before == null || !isSame(before, conditionText)) {
                changes.addObject()
                        .put("type", conditionText.type)
                        .put("status", conditionText.status())
                        .put(
                                "lastTransitionTime",
                                since(before, conditionText, now)
                                        .truncatedTo(ChronoUnit.SECONDS)
                                        .toString())
                        .put("reason", conditionText.reason)
                        .put("message", conditionText.message);
            }
        }
        return changes.isEmpty()
                ? List.of()
                : List.of(new ClusterAction.PatchObject<>(
                        Kinds.NAMESPACES, seen, Patch.strategic(body).status()));
    }

    private static boolean isSame(StatusCondition before, ConditionText conditionText) {
        return before.status().equals(conditionText.status())
                && before.reason().equals(conditionText.reason)
                && before.message().equals(conditionText.message);
    }

    private static Instant since(@Nullable StatusCondition before, ConditionText conditionText, Instant now) {
        Instant changed = before == null ? null : before.lastTransitionTime();
        return before == null || changed == null || !before.status().equals(conditionText.status()) ? now : changed;
    }

    private static List<ConditionText> said(RemainingContent remaining) {
        return List.of(
                remaining.undiscovered().isEmpty()
                        ? good(
                                "NamespaceDeletionDiscoveryFailure",
                                "ResourcesDiscovered",
                                "All resources successfully discovered")
                        : bad("NamespaceDeletionDiscoveryFailure", "DiscoveryFailed", remaining.undiscovered()),
                good(
                        "NamespaceDeletionGroupVersionParsingFailure",
                        "ParsedGroupVersions",
                        "All legacy kube types successfully parsed"),
                remaining.failures().isEmpty()
                        ? good(
                                "NamespaceDeletionContentFailure",
                                "ContentDeleted",
                                "All content successfully deleted, may be waiting on finalization")
                        : bad(
                                "NamespaceDeletionContentFailure",
                                "ContentDeletionFailed",
                                "Failed to delete all resource types, "
                                        + remaining.failures().size() + " remaining: "
                                        + remaining.failures().stream().sorted().collect(Collectors.joining(", "))),
                remaining.remaining().isEmpty()
                        ? good("NamespaceContentRemaining", "ContentRemoved", "All content successfully removed")
                        : bad(
                                "NamespaceContentRemaining",
                                "SomeResourcesRemain",
                                "Some resources are remaining: " + list(remaining.remaining(), " has ")),
                remaining.finalizers().isEmpty()
                        ? good(
                                "NamespaceFinalizersRemaining",
                                "ContentHasNoFinalizers",
                                "All content-preserving finalizers finished")
                        : bad(
                                "NamespaceFinalizersRemaining",
                                "SomeFinalizersRemain",
                                "Some content in the namespace has finalizers remaining: "
                                        + list(remaining.finalizers(), " in ")));
    }

    private static ConditionText good(String type, String reason, String message) {
        return new ConditionText(type, false, reason, message);
    }

    private static ConditionText bad(String type, String reason, String message) {
        return new ConditionText(type, true, reason, message);
    }

    private static String list(Map<String, Integer> counts, String word) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(counts).forEach((name, count) -> parts.add(name + word + count + " resource instances"));
        return String.join(", ", parts);
    }

    /// The namespace as it is sent to the subresource `finalize`.
    static ObjectNode finished(ObjectNode namespace) {
        ObjectNode next = namespace.deepCopy();
        ArrayNode holders = Json.object().putArray("finalizers");
        for (var holder : namespace.path("spec").path("finalizers")) {
            if (!holder.asText().equals(FINALIZER)) {
                holders.add(holder);
            }
        }
        next.withObject("/spec").set("finalizers", holders);
        return next;
    }
}
