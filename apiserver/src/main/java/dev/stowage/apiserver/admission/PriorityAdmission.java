package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Resolves the priority class of a pod to its value.
final class PriorityAdmission implements AdmissionPlugin {
    private static final String CLASSES = "priorityclasses.scheduling.k8s.io";
    private static final String POLICY = "preemptionPolicy";

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) throws ApiException {
        if (admissionAttributes.updates("pods")) {
            ObjectNode spec = JsonTree.ensure(admissionAttributes.newObject(), "spec");
            for (String field : List.of("priority", POLICY)) {
                if (!JsonTree.has(spec, field) && JsonTree.has(admissionAttributes.oldObject(), "spec", field)) {
                    spec.set(field, admissionAttributes.oldObject().get("spec").get(field));
                }
            }
        } else if (admissionAttributes.creates("pods")) {
            pod(admissionAttributes, JsonTree.ensure(admissionAttributes.newObject(), "spec"));
        }
    }

    private static void pod(AdmissionAttributes admissionAttributes, ObjectNode spec) throws ApiException {
        String name = JsonTree.text(spec, "priorityClassName");
        ObjectNode found = name.isEmpty()
                ? global(admissionAttributes.around())
                        .orElseGet(() -> Json.object().put(POLICY, "PreemptLowerPriority"))
                : admissionAttributes
                        .around()
                        .find(new ObjectKey(CLASSES, "", name))
                        .orElseThrow(() -> admissionAttributes.forbiddenEarly(
                                "no PriorityClass with name %s was found".formatted(name)));
        String called = JsonTree.text(found, "metadata", "name");
        if (!called.isEmpty()) {
            spec.put("priorityClassName", called);
        }
        long priority = JsonTree.number(found, "value").orElse(0);
        OptionalLong given = JsonTree.number(spec, "priority");
        if (given.isPresent() && given.getAsLong() != priority) {
            throw admissionAttributes.forbiddenEarly(
                    ("the integer value of priority (%d) must not be provided in pod spec; priority admission "
                                    + "controller computed %d from the given PriorityClass name")
                            .formatted(given.getAsLong(), priority));
        }
        spec.put("priority", (int) priority);
        String policy = JsonTree.text(found, POLICY);
        if (policy.isEmpty()) {
            return;
        }
        String wished = JsonTree.text(spec, POLICY);
        if (!wished.isEmpty() && !wished.equals(policy)) {
            throw admissionAttributes.forbiddenEarly(
                    ("the string value of PreemptionPolicy (%s) must not be provided in pod spec; priority admission "
                                    + "controller computed %s from the given PriorityClass name")
                            .formatted(wished, policy));
        }
        spec.put(POLICY, policy);
    }

    /// The default class. If a race created several, the one with the lowest value.
    private static Optional<ObjectNode> global(StrategyContext context) {
        return context.list(CLASSES, "").stream()
                .filter(each -> JsonTree.flag(each, "globalDefault"))
                .min(Comparator.comparingLong(
                        each -> JsonTree.number(each, "value").orElse(0)));
    }

    @Override
    public void validate(AdmissionAttributes admissionAttributes) throws ApiException {
        boolean creates = admissionAttributes.creates(CLASSES);
        if (!creates && !admissionAttributes.updates(CLASSES)) {
            return;
        }
        if (!JsonTree.flag(admissionAttributes.newObject(), "globalDefault")) {
            return;
        }
        Optional<String> other =
                global(admissionAttributes.around()).map(each -> JsonTree.text(each, "metadata", "name"));
        if (other.isPresent() && (creates || !other.get().equals(admissionAttributes.name()))) {
            throw admissionAttributes.forbidden(
                    "PriorityClass %s is already marked as default. Only one default can exist".formatted(other.get()));
        }
    }
}
