package dev.stowage.apiserver.registry.batch;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.core.pod.PodTemplateValidation;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.LabelValidation;
import dev.stowage.k8s.LabelSelector;
import java.util.List;
import java.util.Map;

/// Validates jobs and job templates.
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

    /// @param selected whether it needs a selector; templates do not
    static void validate(JsonNode spec, String path, boolean selected, FieldErrors fieldErrors) {
        NUMBERS.forEach(field -> FieldChecks.notNegative(spec, field, path, fieldErrors));
        String mode = JsonTree.text(spec, "completionMode");
        if (!mode.isEmpty()) {
            FieldChecks.oneOf(mode, path + ".completionMode", MODES, fieldErrors);
        }
        if (mode.equals("Indexed") && !JsonTree.has(spec, "completions")) {
            fieldErrors.required(path + ".completions", "when completion mode is Indexed");
        }
        JsonNode template = spec.path("template");
        PodTemplateValidation.template(template, path + ".template", fieldErrors);
        String restart = JsonTree.text(template, "spec", "restartPolicy");
        String field = path + ".template.spec.restartPolicy";
        if (restart.isEmpty() || restart.equals("Always")) {
            fieldErrors.required(field, "valid values: \"OnFailure\", \"Never\"");
        } else if (!restart.equals("OnFailure") && !restart.equals("Never")) {
            fieldErrors.notSupported(field, quoted(restart), List.of("OnFailure", "Never"));
        }
        if (selected) {
            selector(spec, path, fieldErrors);
        }
    }

    private static void selector(JsonNode spec, String path, FieldErrors fieldErrors) {
        JsonNode selector = spec.path("selector");
        if (!JsonTree.has(selector)) {
            fieldErrors.required(path + ".selector", "");
            return;
        }
        LabelValidation.validateSelector(selector, false, path + ".selector", fieldErrors);
        JsonNode labels = JsonTree.at(spec, "template", "metadata", "labels");
        if (!LabelSelector.required(selector).matches(JsonTree.texts(labels))) {
            fieldErrors.invalid(
                    path + ".template.metadata.labels",
                    labels.toString(),
                    "`selector` does not match template `labels`");
        }
    }

    /// Generated labels must not conflict with labels of the user.
    static void generated(ObjectNode job, FieldErrors fieldErrors) {
        if (JsonTree.flag(job, "spec", "manualSelector")) {
            return;
        }
        String uid = JsonTree.text(job, "metadata", "uid");
        String name = JsonTree.text(job, "metadata", "name");
        Map<String, String> labels = JsonTree.texts(job, "spec", "template", "metadata", "labels");
        Map<String, String> expected = Map.of(
                JobSelector.OLD_UID, uid, JobSelector.OLD_NAME, name, JobSelector.UID, uid, JobSelector.NAME, name);
        for (String key : List.of(JobSelector.OLD_UID, JobSelector.OLD_NAME, JobSelector.UID, JobSelector.NAME)) {
            String path = "spec.template.metadata.labels[" + key + "]";
            String found = labels.getOrDefault(key, "");
            String wanted = expected.getOrDefault(key, "");
            if (!found.equals(wanted)) {
                fieldErrors.invalid(path, quoted(found), "must be '%s'".formatted(wanted));
            }
        }
        JsonNode selector = JsonTree.at(job, "spec", "selector");
        if (JsonTree.has(selector) && !LabelSelector.required(selector).matches(expected)) {
            fieldErrors.invalid("spec.selector", selector.toString(), "`selector` not auto-generated");
        }
    }

    static void unchanged(JsonNode spec, JsonNode old, FieldErrors fieldErrors) {
        if (!JsonTree.text(spec, "completionMode").equals("Indexed")) {
            ImmutableFields.validate(spec, old, "completions", "spec", fieldErrors);
        } else if (!spec.path("completions").equals(old.path("completions"))
                && !spec.path("completions").equals(spec.path("parallelism"))) {
            fieldErrors.invalid(
                    "spec.completions",
                    spec.path("completions").toString(),
                    "can only be modified in tandem with spec.parallelism");
        }
        SETTLED.forEach(field -> ImmutableFields.validate(spec, old, field, "spec", fieldErrors));
        if (!JsonTree.flag(old, "suspend")) {
            ImmutableFields.validate(spec, old, "template", "spec", fieldErrors);
        }
    }
}
