package dev.stowage.apiserver.registry.batch;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldChecks;
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
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.TableColumns;
import java.time.Instant;
import java.util.List;

final class CronJobStrategy implements ResourceStrategy {
    /// The names of jobs have eleven more characters at the end.
    private static final int LONGEST_NAME = 52;

    private static final List<String> POLICIES = List.of("Allow", "Forbid", "Replace");

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("CronJob", "cronjobs")
                .shortNames("cj")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .strategy(new CronJobStrategy())
                .columns(tableColumns())
                .done();
    }

    private static TableColumns tableColumns() {
        FunctionColumns table = FunctionColumns.name()
                .text("Schedule", object -> JsonTree.text(object, "spec", "schedule"))
                .text("Timezone", object -> TableCells.textOr("<none>", object, "spec", "timeZone"))
                .flag("Suspend", CronJobStrategy::suspended)
                .number("Active", object ->
                        (long) JsonTree.list(object, "status", "active").size())
                .timed("Last Schedule", 0, CronJobStrategy::last)
                .age();
        return PodTemplateColumns.wide(table, "spec", "jobTemplate", "spec", "template")
                .wide(
                        "Selector",
                        object -> SelectorText.shown(JsonTree.at(object, "spec", "jobTemplate", "spec", "selector")));
    }

    private static String suspended(JsonNode object) {
        JsonNode suspend = JsonTree.at(object, "spec", "suspend");
        return suspend.isBoolean() ? (suspend.booleanValue() ? "True" : "False") : "<unset>";
    }

    private static String last(JsonNode object, Instant now) {
        String time = JsonTree.text(object, "status", "lastScheduleTime");
        return time.isEmpty() ? "<none>" : HumanDuration.since(time, now);
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        FieldDefaults.text(spec, "concurrencyPolicy", "Allow");
        FieldDefaults.flag(spec, "suspend", false);
        FieldDefaults.number(spec, "successfulJobsHistoryLimit", 3);
        FieldDefaults.number(spec, "failedJobsHistoryLimit", 1);
        PodDefaults.template(spec, "jobTemplate", "spec", "template");
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.batch.v1.CronJobStatus");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        String name = JsonTree.text(object, "metadata", "name");
        if (name.length() > LONGEST_NAME) {
            fieldErrors.invalid("metadata.name", quoted(name), "must be no more than 52 characters");
        }
        JsonNode spec = object.path("spec");
        CronScheduleValidation.validate(spec, fieldErrors);
        FieldChecks.oneOf(JsonTree.text(spec, "concurrencyPolicy"), "spec.concurrencyPolicy", POLICIES, fieldErrors);
        for (String field :
                List.of("startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            FieldChecks.notNegative(spec, field, "spec", fieldErrors);
        }
        JobValidation.validate(JsonTree.at(spec, "jobTemplate", "spec"), "spec.jobTemplate.spec", false, fieldErrors);
    }
}
