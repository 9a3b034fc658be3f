package dev.stowage.apiserver.group.batch;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.core.TemplateValidation;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Labels;
import java.util.List;
import java.util.Map;

/// Jobs, and templates of jobs.
final class JobValidation {
    private static final List<String> MODES = List.of("NonIndexed", "Indexed");
    private static final List<String> NUMBERS = List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes");
    private static final List<String> SETTLED = List.of(
            "selector", "completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy");

    private JobValidation() {}

    /// @param selected whether it needs a selector, which templates do not have
    static void validate(JsonNode spec, String path, boolean selected, Problems problems) {
        NUMBERS.forEach(field -> Checks.notNegative(spec, field, path, problems));
        String mode = Tree.text(spec, "completionMode");
        if (!mode.isEmpty()) {
            Checks.oneOf(mode, path + ".completionMode", MODES, problems);
        }
        if (mode.equals("Indexed") && !Tree.has(spec, "completions")) {
            problems.required(path + ".completions", "when completion mode is Indexed");
        }
        JsonNode template = spec.path("template");
        TemplateValidation.template(template, path + ".template", problems);
        String restart = Tree.text(template, "spec", "restartPolicy");
        String field = path + ".template.spec.restartPolicy";
        if (restart.isEmpty() || restart.equals("Always")) {
            problems.required(field, "valid values: \"OnFailure\", \"Never\"");
        } else if (!restart.equals("OnFailure") && !restart.equals("Never")) {
            problems.notSupported(field, quoted(restart), List.of("OnFailure", "Never"));
        }
        if (selected) {
            selector(spec, path, problems);
        }
    }

    private static void selector(JsonNode spec, String path, Problems problems) {
        JsonNode selector = spec.path("selector");
        if (!Tree.has(selector)) {
            problems.required(path + ".selector", "");
            return;
        }
        Labels.validateSelector(selector, false, path + ".selector", problems);
        JsonNode labels = Tree.at(spec, "template", "metadata", "labels");
        if (!Selectors.matches(selector, Tree.texts(labels))) {
            problems.invalid(
                    path + ".template.metadata.labels",
                    labels.toString(),
                    "`selector` does not match template `labels`");
        }
    }

    /// Labels that were made up must not be in the way of those that somebody wrote.
    static void generated(ObjectNode job, Problems problems) {
        if (Tree.flag(job, "spec", "manualSelector")) {
            return;
        }
        String uid = Tree.text(job, "metadata", "uid");
        String name = Tree.text(job, "metadata", "name");
        Map<String, String> labels = Tree.texts(job, "spec", "template", "metadata", "labels");
        Map<String, String> expected = Map.of(
                JobSelector.OLD_UID, uid, JobSelector.OLD_NAME, name, JobSelector.UID, uid, JobSelector.NAME, name);
        for (String key : List.of(JobSelector.OLD_UID, JobSelector.OLD_NAME, JobSelector.UID, JobSelector.NAME)) {
            String path = "spec.template.metadata.labels[" + key + "]";
            String found = labels.getOrDefault(key, "");
            String wanted = expected.getOrDefault(key, "");
            if (!found.equals(wanted)) {
                problems.invalid(path, quoted(found), "must be '%s'".formatted(wanted));
            }
        }
        JsonNode selector = Tree.at(job, "spec", "selector");
        if (!Selectors.matches(selector, expected)) {
            problems.invalid("spec.selector", selector.toString(), "`selector` not auto-generated");
        }
    }

    static void unchanged(JsonNode spec, JsonNode old, Problems problems) {
        if (!Tree.text(spec, "completionMode").equals("Indexed")) {
            Immutable.validate(spec, old, "completions", "spec", problems);
        } else if (!spec.path("completions").equals(old.path("completions"))
                && !spec.path("completions").equals(spec.path("parallelism"))) {
            problems.invalid(
                    "spec.completions",
                    spec.path("completions").toString(),
                    "can only be modified in tandem with spec.parallelism");
        }
        SETTLED.forEach(field -> Immutable.validate(spec, old, field, "spec", problems));
        if (!Tree.flag(old, "suspend")) {
            Immutable.validate(spec, old, "template", "spec", problems);
        }
    }
}
