package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Labels;
import dev.stowage.apiserver.validation.ObjectMetaValidation;
import java.util.List;

/// Templates of pods, and the selectors that must find the pods that are made from them.
public final class TemplateValidation {
    private static final List<String> ALWAYS = List.of("Always");

    private TemplateValidation() {}

    /// Of a resource whose pods run for ever.
    ///
    /// @param kind as messages call it
    public static void validate(JsonNode spec, String kind, Problems problems) {
        selected(spec, "spec", spec.path("selector"), problems);
        template(spec.path("template"), "spec.template", problems);
        endless(spec, kind, problems);
    }

    /// @param word what messages call the resource
    public static void selector(JsonNode spec, String word, Problems problems) {
        JsonNode selector = spec.path("selector");
        if (!Tree.has(selector)) {
            if (!word.equals("daemonset")) {
                problems.required("spec.selector", "");
            }
            return;
        }
        Labels.validateSelector(selector, false, "spec.selector", problems);
        if (selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty()) {
            problems.invalid("spec.selector", selector.toString(), "empty selector is invalid for " + word);
        }
    }

    public static void sameSelector(JsonNode spec, JsonNode old, Problems problems) {
        if (!Immutable.same(spec.path("selector"), old.path("selector"))) {
            Immutable.refuse("spec.selector", spec.path("selector").toString(), problems);
        }
    }

    /// Of a resource whose selector is a plain map.
    static void validatePlain(JsonNode spec, String path, Problems problems) {
        if (!Tree.has(spec, "template")) {
            problems.required(path + ".template", "");
            return;
        }
        ObjectNode selector = Json.object();
        if (Tree.has(spec, "selector")) {
            selector.set("matchLabels", spec.path("selector"));
        }
        selected(spec, path, selector, problems);
        template(spec.path("template"), path + ".template", problems);
        endless(spec, "ReplicationController", problems);
    }

    private static void selected(JsonNode spec, String path, JsonNode selector, Problems problems) {
        JsonNode labels = Tree.at(spec, "template", "metadata", "labels");
        // No selector at all finds nothing; one without anything in it finds everything.
        if (!Tree.has(selector) || !Selectors.matches(selector, Tree.texts(labels))) {
            problems.invalid(
                    path + ".template.metadata.labels",
                    Tree.has(labels) ? labels.toString() : "null",
                    "`selector` does not match template `labels`");
        }
    }

    /// Of any resource with a template.
    public static void template(JsonNode template, String path, Problems problems) {
        Labels.validate(Tree.texts(template, "metadata", "labels"), path + ".labels", problems);
        ObjectMetaValidation.annotations(
                Tree.texts(template, "metadata", "annotations"), path + ".annotations", problems);
        PodSpecValidation.validate(template.path("spec"), path + ".spec", false, problems);
        if (!Tree.list(template, "spec", "ephemeralContainers").isEmpty()) {
            problems.forbidden(path + ".spec.ephemeralContainers", "ephemeral containers not allowed in pod template");
        }
    }

    private static void endless(JsonNode spec, String kind, Problems problems) {
        JsonNode pod = Tree.at(spec, "template", "spec");
        String restart = Tree.text(pod, "restartPolicy");
        if (!restart.equals("Always")) {
            problems.notSupported("spec.template.spec.restartPolicy", quoted(restart), ALWAYS);
        }
        if (Tree.has(pod, "activeDeadlineSeconds")) {
            problems.forbidden(
                    "spec.template.spec.activeDeadlineSeconds",
                    "activeDeadlineSeconds in %s is not Supported".formatted(kind));
        }
    }

    /// Numbers of replicas in a status.
    public static void counts(JsonNode status, Problems problems) {
        for (String field : List.of("replicas", "readyReplicas", "availableReplicas", "observedGeneration")) {
            Checks.notNegative(status, field, "status", problems);
        }
        long all = Cells.number(status, "replicas");
        long ready = Cells.number(status, "readyReplicas");
        long available = Cells.number(status, "availableReplicas");
        for (String field : List.of("updatedReplicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas")) {
            long count = Cells.number(status, field);
            if (count > all) {
                problems.invalid("status." + field, Long.toString(count), "cannot be greater than status.replicas");
            }
        }
        if (available > ready) {
            problems.invalid(
                    "status.availableReplicas", Long.toString(available), "cannot be greater than readyReplicas");
        }
    }
}
