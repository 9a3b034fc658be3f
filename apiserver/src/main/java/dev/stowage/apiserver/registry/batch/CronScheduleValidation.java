package dev.stowage.apiserver.registry.batch;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/// Validates the schedule of a CronJob.
final class CronScheduleValidation {
    private static final Set<String> NAMED =
            Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
    private static final String FIELD = "[0-9A-Za-z*?/,-]+";

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
        if (schedule.startsWith("@")) {
            if (!NAMED.contains(schedule) && !schedule.startsWith("@every ")) {
                fieldErrors.invalid(path, quoted(schedule), "unrecognized descriptor: " + schedule);
            }
            return;
        }
        List<String> fields = List.of(schedule.strip().split("\\s+"));
        if (fields.size() != 5) {
            fieldErrors.invalid(
                    path,
                    quoted(schedule),
                    "expected exactly 5 fields, found %d: [%s]".formatted(fields.size(), String.join(" ", fields)));
            return;
        }
        for (String field : fields) {
            if (!field.matches(FIELD)) {
                fieldErrors.invalid(path, quoted(schedule), "failed to parse int from " + field);
                return;
            }
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
        try {
            ZoneId.of(zone);
        } catch (DateTimeException _) {
            fieldErrors.invalid("spec.timeZone", quoted(zone), "unknown time zone " + zone);
        }
    }
}
