package dev.stowage.cluster.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.IntOrPercent;
import dev.stowage.cluster.workload.StatusConditions;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterAction.RecordEvent;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodDisruptionBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The status of a PodDisruptionBudget.
///
/// @param recheck when an announced eviction that did not happen is forgotten
record DisruptionDecision(List<ClusterAction> actions, Optional<Instant> recheck) {
    private static final String CONDITION = "DisruptionAllowed";
    /// An evicted pod is deleted right after the eviction was written to the budget. If it still exists after
    /// this time, the deletion failed.
    private static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);

    DisruptionDecision {
        actions = List.copyOf(actions);
    }

    /// Whether the sizes of the owners of its pods are needed.
    static boolean needsScales(PodDisruptionBudget budget) {
        return !budget.maxUnavailable().isEmpty() || budget.minAvailable().endsWith("%");
    }

    static DisruptionDecision decide(DisruptionState state) {
        return new Calculation(state).decide();
    }

    private static final class Calculation {
        private final DisruptionState state;
        private final PodDisruptionBudget budget;
        private final List<ClusterAction> actions = new ArrayList<>();
        private final Map<String, Instant> disrupted = new TreeMap<>();
        private Optional<Instant> recheck = Optional.empty();

        Calculation(DisruptionState state) {
            this.state = state;
            this.budget = state.budget();
        }

        DisruptionDecision decide() {
            if (state.pods().isEmpty()) {
                actions.add(RecordEvent.normal(budget.reference(), "NoPods", "No matching pods found"));
            }
            if (!state.failure().isEmpty()) {
                actions.add(RecordEvent.warning(
                        budget.reference(),
                        "CalculateExpectedPodCountFailed",
                        "Failed to calculate the number of expected pods: " + state.failure()));
                failSafe().ifPresent(actions::add);
                return new DisruptionDecision(actions, recheck);
            }
            reportUnmanaged();
            findDisrupted();
            int expected = expected();
            write(healthy(), desired(expected), expected).ifPresent(actions::add);
            return new DisruptionDecision(actions, recheck);
        }

        private void reportUnmanaged() {
            boolean isAny = state.pods().stream()
                    .anyMatch(pod -> pod.meta().controller().isEmpty());
            if (needsScales(budget) && isAny) {
                actions.add(RecordEvent.warning(
                        budget.reference(),
                        "UnmanagedPods",
                        "Pods selected by this PodDisruptionBudget (selector: " + selector()
                                + ") were found to be unmanaged. As a result, the status of the PDB cannot be"
                                + " calculated correctly, which may result in undefined behavior. To account for"
                                + " these pods please set \".spec.minAvailable\" field of the PDB to an integer"
                                + " value."));
            }
        }

        /// As Go prints it.
        private String selector() {
            StringBuilder labels = new StringBuilder();
            budget.selector()
                    .matchLabels()
                    .forEach((key, value) ->
                            labels.append(key).append(": ").append(value).append(','));
            StringBuilder expressions = new StringBuilder();
            budget.selector()
                    .matchExpressions()
                    .forEach(one -> expressions.append("LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                            .formatted(one.key(), one.operator(), String.join(" ", one.values()))));
            return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
                    .formatted(labels, expressions);
        }

        private int expected() {
            return needsScales(budget)
                    ? state.scales().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum()
                    : budget.minAvailable().isEmpty() ? 0 : state.pods().size();
        }

        private int desired(int expected) {
            return budget.maxUnavailable().isEmpty()
                    ? IntOrPercent.of(budget.minAvailable().isEmpty() ? "0" : budget.minAvailable(), expected, true)
                    : Math.max(0, expected - IntOrPercent.of(budget.maxUnavailable(), expected, true));
        }

        /// Evictions that were allowed and whose pods still exist.
        private void findDisrupted() {
            JsonNode announced = budget.status().path("disruptedPods");
            for (Pod pod : state.pods()) {
                String name = pod.meta().name();
                Instant time = JsonFields.instant(announced, name);
                if (pod.isBeingDeleted() || time == null) {
                    continue;
                }
                Instant end = time.plus(DELETION_TIMEOUT);
                if (end.isBefore(state.now())) {
                    actions.add(RecordEvent.warning(
                            pod.reference(),
                            "NotDeleted",
                            "Pod was expected by PDB %s/%s to be deleted but it wasn't"
                                    .formatted(
                                            budget.meta().namespace(),
                                            budget.meta().name())));
                } else {
                    disrupted.put(name, time);
                    recheck = Optional.of(recheck.filter(end::isAfter).orElse(end));
                }
            }
        }

        private int healthy() {
            return (int) state.pods().stream()
                    .filter(pod -> !pod.isBeingDeleted()
                            && !disrupted.containsKey(pod.meta().name())
                            && pod.isReady())
                    .count();
        }

        private Optional<ClusterAction> write(int healthy, int desired, int expected) {
            int allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
            ObjectNode status = Json.object()
                    .put("currentHealthy", healthy)
                    .put("desiredHealthy", desired)
                    .put("disruptionsAllowed", allowed)
                    .put("expectedPods", expected)
                    .put("observedGeneration", budget.generation());
            StatusConditions conditions = new StatusConditions(budget.status());
            conditions
                    .set(
                            CONDITION,
                            allowed > 0 ? "True" : "False",
                            allowed > 0 ? "SufficientPods" : "InsufficientPods",
                            "",
                            state.now())
                    .put("observedGeneration", budget.generation());
            status.set("conditions", conditions.list());
            status.set("disruptedPods", disruptedPatch());
            return change(status);
        }

        /// If the budget cannot be calculated, no eviction is safe.
        private Optional<ClusterAction> failSafe() {
            ObjectNode status = Json.object().put("disruptionsAllowed", 0);
            StatusConditions conditions = new StatusConditions(budget.status());
            conditions
                    .replace(CONDITION, "False", "SyncFailed", state.failure(), state.now())
                    .put(
                            "observedGeneration",
                            budget.status().path("observedGeneration").asLong());
            status.set("conditions", conditions.list());
            return change(status);
        }

        /// A merge patch: names that are no longer disrupted are set to null.
        private JsonNode disruptedPatch() {
            ObjectNode patch = Json.object();
            budget.status().path("disruptedPods").fieldNames().forEachRemaining(patch::putNull);
            disrupted.forEach((name, time) -> patch.put(name, StatusConditions.time(time)));
            return patch;
        }

        private Optional<ClusterAction> change(ObjectNode status) {
            ObjectNode changed = Json.object();
            status.properties().forEach(field -> {
                if (!isSame(budget.status().path(field.getKey()), field.getValue())) {
                    changed.set(field.getKey(), field.getValue());
                }
            });
            if (changed.isEmpty()) {
                return Optional.empty();
            }
            ObjectNode change = Json.object();
            change.set("status", changed);
            return Optional.of(new ClusterAction.PatchObject<>(
                    Kinds.POD_DISRUPTION_BUDGETS,
                    budget,
                    Patch.merge(change).onlyIfUnchanged(budget).status()));
        }

        private static boolean isSame(JsonNode had, JsonNode wanted) {
            return had.equals(DisruptionDecision::compareValues, wanted)
                    || (wanted.isObject() && wanted.isEmpty() && had.isEmpty());
        }
    }

    /// A number that was read is an int, one that was set here is a long.
    private static int compareValues(JsonNode had, JsonNode wanted) {
        if (had.isNumber() && wanted.isNumber()) {
            return Long.compare(had.asLong(), wanted.asLong());
        }
        return had.equals(wanted) ? 0 : 1;
    }
}
