package dev.stowage.apiserver.group.batch;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/// When a job comes again.
final class Schedule {
    private static final Set<String> NAMED =
            Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
    private static final String FIELD = "[0-9A-Za-z*?/,-]+";

    private Schedule() {}

    static void validate(JsonNode spec, Problems problems) {
        String schedule = Tree.text(spec, "schedule");
        String path = "spec.schedule";
        if (schedule.isEmpty()) {
            problems.required(path, "");
            return;
        }
        if (schedule.contains("TZ")) {
            problems.invalid(
                    path, quoted(schedule), "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
            return;
        }
        if (schedule.startsWith("@")) {
            if (!NAMED.contains(schedule) && !schedule.startsWith("@every ")) {
                problems.invalid(path, quoted(schedule), "unrecognized descriptor: " + schedule);
            }
            return;
        }
        List<String> fields = List.of(schedule.strip().split("\\s+"));
        if (fields.size() != 5) {
            problems.invalid(
                    path,
                    quoted(schedule),
                    "expected exactly 5 fields, found %d: [%s]".formatted(fields.size(), String.join(" ", fields)));
            return;
        }
        for (String field : fields) {
            if (!field.matches(FIELD)) {
                problems.invalid(path, quoted(schedule), "failed to parse int from " + field);
                return;
            }
        }
        zone(spec, problems);
    }

    private static void zone(JsonNode spec, Problems problems) {
        if (!Tree.has(spec, "timeZone")) {
            return;
        }
        String zone = Tree.text(spec, "timeZone");
        if (zone.isEmpty()) {
            problems.invalid("spec.timeZone", "\"\"", "timeZone must be nil or non-empty string");
            return;
        }
        try {
            ZoneId.of(zone);
        } catch (DateTimeException _) {
            problems.invalid("spec.timeZone", quoted(zone), "unknown time zone " + zone);
        }
    }
}
