package dev.stowage.apiserver.group.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Blank;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.group.core.PodDefaults;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import java.time.Instant;
import java.util.List;

final class Jobs implements Strategy {
    /// The first that holds is what the job is in.
    private static final List<String> BEFORE_DELETION = List.of("Complete", "Failed");

    private static final List<String> AFTER_DELETION = List.of("Suspended", "FailureTarget", "SuccessCriteriaMet");

    static Resource resource(Group group) {
        return group.resource("Job", "jobs")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .selectable(new SelectableField(
                        "status.successful", object -> Long.toString(Cells.number(object, "status", "succeeded"))))
                .strategy(new Jobs())
                .columns(columns())
                .done();
    }

    private static Columns columns() {
        TableOf table = TableOf.name()
                .text("Status", Jobs::state)
                .text("Completions", Jobs::completions)
                .timed("Duration", 0, Jobs::duration)
                .age();
        return Templates.wide(table, "spec", "template")
                .wide("Selector", object -> Selectors.shown(Tree.at(object, "spec", "selector")));
    }

    private static String state(JsonNode job) {
        for (String condition : BEFORE_DELETION) {
            if (Cells.holds(job, condition)) {
                return condition;
            }
        }
        if (Tree.has(job, "metadata", "deletionTimestamp")) {
            return "Terminating";
        }
        for (String condition : AFTER_DELETION) {
            if (Cells.holds(job, condition)) {
                return condition;
            }
        }
        return "Running";
    }

    private static String completions(JsonNode job) {
        long succeeded = Cells.number(job, "status", "succeeded");
        if (Tree.has(job, "spec", "completions")) {
            return succeeded + "/" + Cells.number(job, "spec", "completions");
        }
        long parallelism = Cells.number(job, "spec", "parallelism");
        return parallelism > 1 ? "%d/1 of %d".formatted(succeeded, parallelism) : succeeded + "/1";
    }

    private static String duration(JsonNode job, Instant now) {
        String start = Tree.text(job, "status", "startTime");
        String end = Tree.text(job, "status", "completionTime");
        if (start.isEmpty()) {
            return "";
        }
        return Age.since(start, end.isEmpty() ? now : Instant.parse(end));
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        if (!Tree.has(spec, "completions") && !Tree.has(spec, "parallelism")) {
            spec.put("completions", 1);
        }
        Defaults.number(spec, "parallelism", 1);
        Defaults.number(spec, "backoffLimit", Tree.has(spec, "backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        Defaults.text(spec, "completionMode", "NonIndexed");
        Defaults.flag(spec, "suspend", false);
        Defaults.flag(spec, "manualSelector", false);
        Defaults.text(
                spec, "podReplacementPolicy", Tree.has(spec, "podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        JsonNode labels = Tree.at(spec, "template", "metadata", "labels");
        if (!labels.isEmpty() && Tree.at(object, "metadata", "labels").isEmpty()) {
            Tree.ensure(object, "metadata").set("labels", labels.deepCopy());
        }
        PodDefaults.template(spec, "template");
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.batch.v1.JobStatus");
        JobSelector.generate(object);
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JobValidation.generated(object, problems);
        JobValidation.validate(object.path("spec"), "spec", true, problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        JobValidation.validate(object.path("spec"), "spec", true, problems);
        JobValidation.unchanged(object.path("spec"), old.path("spec"), problems);
    }
}
