package dev.stowage.apiserver.group.batch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.group.Templates;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.time.Instant;

final class CronJobs implements Strategy {
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
}
