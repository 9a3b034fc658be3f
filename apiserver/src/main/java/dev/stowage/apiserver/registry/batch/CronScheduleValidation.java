package dev.stowage.apiserver.registry.batch;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.flags.GoDuration;
import dev.stowage.k8s.cron.CronSchedule;
import dev.stowage.k8s.cron.InvalidScheduleException;
import java.time.ZoneOffset;

/// Validates the schedule of a CronJob.
final class CronScheduleValidation {

    private CronScheduleValidation() {}

    static void validate(JsonNode spec, FieldErrors fieldErrors) {
        String schedule = JsonTree.text(spec, "schedule");
        String path = "spec.schedule";
        if (schedule.isEmpty()) {
            fieldErrors.required(path, "");
            return;
        }
        if (schedule.contains("TZ")) {
            fieldErrors.invalid(
                    path, quoted(schedule), "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
            return;
        }
        try {
            CronSchedule _ = CronSchedule.parse(schedule, ZoneOffset.UTC, GoDuration::parse);
        } catch (InvalidScheduleException e) {
            fieldErrors.invalid(path, quoted(schedule), e.reason());
        }
        zone(spec, fieldErrors);
    }

    private static void zone(JsonNode spec, FieldErrors fieldErrors) {
        if (!JsonTree.has(spec, "timeZone")) {
            return;
        }
        String zone = JsonTree.text(spec, "timeZone");
        if (zone.isEmpty()) {
            fieldErrors.invalid("spec.timeZone", "\"\"", "timeZone must be nil or non-empty string");
            return;
        }
        if (CronSchedule.findZone(zone).isEmpty()) {
            fieldErrors.invalid("spec.timeZone", quoted(zone), "unknown time zone " + zone);
        }
    }
}
