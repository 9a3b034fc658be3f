package dev.stowage.apiserver.registry.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.InitialStatus;
import dev.stowage.apiserver.registry.PodTemplateColumns;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.registry.core.pod.PodDefaults;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.HumanDuration;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.TableColumns;
import java.time.Instant;
import java.util.List;

final class JobStrategy implements ResourceStrategy {
    /// The first condition that is true is the status of the job.
    private static final List<String> BEFORE_DELETION = List.of("Complete", "Failed");

    private static final List<String> AFTER_DELETION = List.of("Suspended", "FailureTarget", "SuccessCriteriaMet");

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Job", "jobs")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .selectable(new SelectableField(
                        "status.successful", object -> Long.toString(TableCells.number(object, "status", "succeeded"))))
                .strategy(new JobStrategy())
                .columns(tableColumns())
                .done();
    }

    private static TableColumns tableColumns() {
        FunctionColumns table = FunctionColumns.name()
                .text("Status", JobStrategy::state)
                .text("Completions", JobStrategy::completions)
                .timed("Duration", 0, JobStrategy::duration)
                .age();
        return PodTemplateColumns.wide(table, "spec", "template")
                .wide("Selector", object -> SelectorText.shown(JsonTree.at(object, "spec", "selector")));
    }

    private static String state(JsonNode job) {
        for (String condition : BEFORE_DELETION) {
            if (TableCells.holds(job, condition)) {
                return condition;
            }
        }
        if (JsonTree.has(job, "metadata", "deletionTimestamp")) {
            return "Terminating";
        }
        for (String condition : AFTER_DELETION) {
            if (TableCells.holds(job, condition)) {
                return condition;
            }
        }
        return "Running";
    }

    private static String completions(JsonNode job) {
        long succeeded = TableCells.number(job, "status", "succeeded");
        if (JsonTree.has(job, "spec", "completions")) {
            return succeeded + "/" + TableCells.number(job, "spec", "completions");
        }
        long parallelism = TableCells.number(job, "spec", "parallelism");
        return parallelism > 1 ? "%d/1 of %d".formatted(succeeded, parallelism) : succeeded + "/1";
    }

    private static String duration(JsonNode job, Instant now) {
        String start = JsonTree.text(job, "status", "startTime");
        String end = JsonTree.text(job, "status", "completionTime");
        if (start.isEmpty()) {
            return "";
        }
        return HumanDuration.since(start, end.isEmpty() ? now : Instant.parse(end));
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        if (!JsonTree.has(spec, "completions") && !JsonTree.has(spec, "parallelism")) {
            spec.put("completions", 1);
        }
        FieldDefaults.number(spec, "parallelism", 1);
        FieldDefaults.number(spec, "backoffLimit", JsonTree.has(spec, "backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        FieldDefaults.text(spec, "completionMode", "NonIndexed");
        FieldDefaults.flag(spec, "suspend", false);
        FieldDefaults.flag(spec, "manualSelector", false);
        FieldDefaults.text(
                spec,
                "podReplacementPolicy",
                JsonTree.has(spec, "podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        JsonNode labels = JsonTree.at(spec, "template", "metadata", "labels");
        if (!labels.isEmpty() && JsonTree.at(object, "metadata", "labels").isEmpty()) {
            JsonTree.ensure(object, "metadata").set("labels", labels.deepCopy());
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.batch.v1.JobStatus");
        JobSelector.generate(object);
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JobValidation.generated(object, fieldErrors);
        JobValidation.validate(object.path("spec"), "spec", true, fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        JobValidation.validate(object.path("spec"), "spec", true, fieldErrors);
        JobValidation.unchanged(object.path("spec"), old.path("spec"), fieldErrors);
    }
}
