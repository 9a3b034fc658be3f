package dev.stowage.apiserver.group.batch;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Blank;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.group.core.PodDefaults;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import java.time.Instant;
import java.util.List;

final class CronJobs implements Strategy {
    /// Eleven more characters go behind it in the names of jobs.
    private static final int LONGEST_NAME = 52;

    private static final List<String> POLICIES = List.of("Allow", "Forbid", "Replace");

    static Resource resource(Group group) {
        return group.resource("CronJob", "cronjobs")
                .shortNames("cj")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .strategy(new CronJobs())
                .columns(columns())
                .done();
    }

    private static Columns columns() {
        TableOf table = TableOf.name()
                .text("Schedule", object -> Tree.text(object, "spec", "schedule"))
                .text("Timezone", object -> Cells.textOr("<none>", object, "spec", "timeZone"))
                .flag("Suspend", CronJobs::suspended)
                .number("Active", object ->
                        (long) Tree.list(object, "status", "active").size())
                .timed("Last Schedule", 0, CronJobs::last)
                .age();
        return Templates.wide(table, "spec", "jobTemplate", "spec", "template")
                .wide(
                        "Selector",
                        object -> Selectors.shown(Tree.at(object, "spec", "jobTemplate", "spec", "selector")));
    }

    private static String suspended(JsonNode object) {
        JsonNode suspend = Tree.at(object, "spec", "suspend");
        return suspend.isBoolean() ? (suspend.booleanValue() ? "True" : "False") : "<unset>";
    }

    private static String last(JsonNode object, Instant now) {
        String time = Tree.text(object, "status", "lastScheduleTime");
        return time.isEmpty() ? "<none>" : Age.since(time, now);
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        Defaults.text(spec, "concurrencyPolicy", "Allow");
        Defaults.flag(spec, "suspend", false);
        Defaults.number(spec, "successfulJobsHistoryLimit", 3);
        Defaults.number(spec, "failedJobsHistoryLimit", 1);
        PodDefaults.template(spec, "jobTemplate", "spec", "template");
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.batch.v1.CronJobStatus");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        String name = Tree.text(object, "metadata", "name");
        if (name.length() > LONGEST_NAME) {
            problems.invalid("metadata.name", quoted(name), "must be no more than 52 characters");
        }
        JsonNode spec = object.path("spec");
        Schedule.validate(spec, problems);
        Checks.oneOf(Tree.text(spec, "concurrencyPolicy"), "spec.concurrencyPolicy", POLICIES, problems);
        for (String field :
                List.of("startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            Checks.notNegative(spec, field, "spec", problems);
        }
        JobValidation.validate(Tree.at(spec, "jobTemplate", "spec"), "spec.jobTemplate.spec", false, problems);
    }
}
