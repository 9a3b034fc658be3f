package dev.stowage.node.serve.log;

import dev.stowage.node.serve.http.Query;
import dev.stowage.node.serve.http.Refusal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;

/// What of a log is wanted.
///
/// @param tail how many lines at the end; negative for all
/// @param limit how many bytes at most
/// @param since nothing that was written before
record LogOptions(
        boolean follow,
        boolean previous,
        boolean timestamps,
        long tail,
        long limit,
        Instant since,
        boolean stdout,
        boolean stderr) {

    private static final List<String> STREAMS = List.of("All", "Stdout", "Stderr");

    static LogOptions read(Query query, Instant now) throws Refusal {
        String lines = query.text("tailLines").isEmpty() ? query.text("tail") : query.text("tailLines");
        long tail = lines.isEmpty() || lines.equals("all") ? -1 : number(lines, 0);
        long limit = query.text("limitBytes").isEmpty() ? Long.MAX_VALUE : number(query.text("limitBytes"), 1);
        String stream = query.text("stream").isEmpty() ? "All" : query.text("stream");
        boolean contradicts = !query.text("sinceTime").isEmpty()
                && !query.text("sinceSeconds").isEmpty();
        if (!STREAMS.contains(stream) || contradicts || (!stream.equals("All") && tail >= 0)) {
            throw invalid();
        }
        return new LogOptions(
                query.flag("follow"),
                query.flag("previous"),
                query.flag("timestamps"),
                tail,
                limit,
                since(query, now),
                !stream.equals("Stderr"),
                !stream.equals("Stdout"));
    }

    private static Instant since(Query query, Instant now) throws Refusal {
        if (!query.text("sinceSeconds").isEmpty()) {
            return now.minusSeconds(Math.min(number(query.text("sinceSeconds"), 1), now.getEpochSecond()));
        }
        if (query.text("sinceTime").isEmpty()) {
            return Instant.MIN;
        }
        try {
            return OffsetDateTime.parse(query.text("sinceTime")).toInstant();
        } catch (DateTimeParseException e) {
            throw undecodable();
        }
    }

    private static long number(String text, long least) throws Refusal {
        if (!text.matches("-?[0-9]{1,18}")) {
            throw undecodable();
        }
        long number = Long.parseLong(text);
        if (number < least) {
            throw invalid();
        }
        return number;
    }

    private static Refusal undecodable() {
        return new Refusal(400, "{\"message\": \"Unable to decode query.\"}");
    }

    private static Refusal invalid() {
        return new Refusal(422, "{\"message\": \"Invalid request.\"}");
    }
}
