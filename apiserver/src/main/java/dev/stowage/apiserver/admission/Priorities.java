package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.store.Key;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Turns the name of a priority into a number.
final class Priorities implements Step {
    private static final String CLASSES = "priorityclasses.scheduling.k8s.io";
    private static final String POLICY = "preemptionPolicy";

    @Override
    public void mutate(Attempt attempt) throws ApiException {
        if (attempt.updates("pods")) {
            ObjectNode spec = Tree.ensure(attempt.becoming(), "spec");
            for (String field : List.of("priority", POLICY)) {
                if (!Tree.has(spec, field) && Tree.has(attempt.before(), "spec", field)) {
                    spec.set(field, attempt.before().get("spec").get(field));
                }
            }
        } else if (attempt.creates("pods")) {
            pod(attempt, Tree.ensure(attempt.becoming(), "spec"));
        }
    }

    private static void pod(Attempt attempt, ObjectNode spec) throws ApiException {
        String name = Tree.text(spec, "priorityClassName");
        ObjectNode found = name.isEmpty()
                ? global(attempt.around()).orElseGet(() -> Json.object().put(POLICY, "PreemptLowerPriority"))
                : attempt.around()
                        .find(new Key(CLASSES, "", name))
                        .orElseThrow(() ->
                                attempt.forbiddenEarly("no PriorityClass with name %s was found".formatted(name)));
        String called = Tree.text(found, "metadata", "name");
        if (!called.isEmpty()) {
            spec.put("priorityClassName", called);
        }
        long priority = Tree.number(found, "value").orElse(0);
        OptionalLong given = Tree.number(spec, "priority");
        if (given.isPresent() && given.getAsLong() != priority) {
            throw attempt.forbiddenEarly(
                    ("the integer value of priority (%d) must not be provided in pod spec; priority admission "
                                    + "controller computed %d from the given PriorityClass name")
                            .formatted(given.getAsLong(), priority));
        }
        spec.put("priority", (int) priority);
        String policy = Tree.text(found, POLICY);
        if (policy.isEmpty()) {
            return;
        }
        String wished = Tree.text(spec, POLICY);
        if (!wished.isEmpty() && !wished.equals(policy)) {
            throw attempt.forbiddenEarly(
                    ("the string value of PreemptionPolicy (%s) must not be provided in pod spec; priority admission "
                                    + "controller computed %s from the given PriorityClass name")
                            .formatted(wished, policy));
        }
        spec.put(POLICY, policy);
    }

    /// Of several, which can only come from a race, the least.
    private static Optional<ObjectNode> global(Surroundings around) {
        return around.list(CLASSES, "").stream()
                .filter(each -> Tree.flag(each, "globalDefault"))
                .min(Comparator.comparingLong(each -> Tree.number(each, "value").orElse(0)));
    }

    @Override
    public void validate(Attempt attempt) throws ApiException {
        boolean made = attempt.creates(CLASSES);
        if (!made && !attempt.updates(CLASSES)) {
            return;
        }
        if (!Tree.flag(attempt.becoming(), "globalDefault")) {
            return;
        }
        Optional<String> other = global(attempt.around()).map(each -> Tree.text(each, "metadata", "name"));
        if (other.isPresent() && (made || !other.get().equals(attempt.name()))) {
            throw attempt.forbidden(
                    "PriorityClass %s is already marked as default. Only one default can exist".formatted(other.get()));
        }
    }
}
