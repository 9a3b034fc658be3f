package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.LabelValidation;
import dev.stowage.apiserver.validation.ObjectMetaValidation;
import dev.stowage.k8s.LabelSelector;
import java.util.List;

/// Pod templates, and the selectors that must match them.
public final class PodTemplateValidation {
    private static final List<String> ALWAYS = List.of("Always");

    private PodTemplateValidation() {}

    /// Validates the template of a resource whose pods always restart.
    ///
    /// @param kind as in messages
    public static void validate(JsonNode spec, String kind, FieldErrors fieldErrors) {
        selected(spec, "spec", spec.path("selector"), fieldErrors);
        template(spec.path("template"), "spec.template", fieldErrors);
        endless(spec, kind, fieldErrors);
    }

    /// @param word the name of the resource in messages
    public static void selector(JsonNode spec, String word, FieldErrors fieldErrors) {
        JsonNode selector = spec.path("selector");
        if (!JsonTree.has(selector)) {
            if (!word.equals("daemonset")) {
                fieldErrors.required("spec.selector", "");
            }
            return;
        }
        LabelValidation.validateSelector(selector, false, "spec.selector", fieldErrors);
        if (selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty()) {
            fieldErrors.invalid("spec.selector", selector.toString(), "empty selector is invalid for " + word);
        }
    }

    public static void sameSelector(JsonNode spec, JsonNode old, FieldErrors fieldErrors) {
        if (!ImmutableFields.same(spec.path("selector"), old.path("selector"))) {
            ImmutableFields.refuse("spec.selector", spec.path("selector").toString(), fieldErrors);
        }
    }

    /// Validates the template of a resource whose selector is a plain map.
    public static void validatePlain(JsonNode spec, String path, FieldErrors fieldErrors) {
        if (!JsonTree.has(spec, "template")) {
            fieldErrors.required(path + ".template", "");
            return;
        }
        ObjectNode selector = Json.object();
        if (JsonTree.has(spec, "selector")) {
            selector.set("matchLabels", spec.path("selector"));
        }
        selected(spec, path, selector, fieldErrors);
        template(spec.path("template"), path + ".template", fieldErrors);
        endless(spec, "ReplicationController", fieldErrors);
    }

    private static void selected(JsonNode spec, String path, JsonNode selector, FieldErrors fieldErrors) {
        JsonNode labels = JsonTree.at(spec, "template", "metadata", "labels");
        // An absent selector matches nothing, an empty one everything.
        if (!LabelSelector.required(selector).matches(JsonTree.texts(labels))) {
            fieldErrors.invalid(
                    path + ".template.metadata.labels",
                    JsonTree.has(labels) ? labels.toString() : "null",
                    "`selector` does not match template `labels`");
        }
    }

    /// Validates the template of any resource.
    public static void template(JsonNode template, String path, FieldErrors fieldErrors) {
        LabelValidation.validate(JsonTree.texts(template, "metadata", "labels"), path + ".labels", fieldErrors);
        ObjectMetaValidation.annotations(
                JsonTree.texts(template, "metadata", "annotations"), path + ".annotations", fieldErrors);
        PodSpecValidation.validate(template.path("spec"), path + ".spec", false, fieldErrors);
        if (!JsonTree.list(template, "spec", "ephemeralContainers").isEmpty()) {
            fieldErrors.forbidden(
                    path + ".spec.ephemeralContainers", "ephemeral containers not allowed in pod template");
        }
    }

    private static void endless(JsonNode spec, String kind, FieldErrors fieldErrors) {
        JsonNode pod = JsonTree.at(spec, "template", "spec");
        String restart = JsonTree.text(pod, "restartPolicy");
        if (!restart.equals("Always")) {
            fieldErrors.notSupported("spec.template.spec.restartPolicy", quoted(restart), ALWAYS);
        }
        if (JsonTree.has(pod, "activeDeadlineSeconds")) {
            fieldErrors.forbidden(
                    "spec.template.spec.activeDeadlineSeconds",
                    "activeDeadlineSeconds in %s is not Supported".formatted(kind));
        }
    }

    /// Validates replica counts in a status.
    public static void counts(JsonNode status, FieldErrors fieldErrors) {
        for (String field : List.of("replicas", "readyReplicas", "availableReplicas", "observedGeneration")) {
            FieldChecks.notNegative(status, field, "status", fieldErrors);
        }
        long all = TableCells.number(status, "replicas");
        long ready = TableCells.number(status, "readyReplicas");
        long available = TableCells.number(status, "availableReplicas");
        for (String field : List.of("updatedReplicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas")) {
            long count = TableCells.number(status, field);
            if (count > all) {
                fieldErrors.invalid("status." + field, Long.toString(count), "cannot be greater than status.replicas");
            }
        }
        if (available > ready) {
            fieldErrors.invalid(
                    "status.availableReplicas", Long.toString(available), "cannot be greater than readyReplicas");
        }
    }
}
