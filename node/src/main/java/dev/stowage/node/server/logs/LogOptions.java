package dev.stowage.node.server.logs;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.QueryParameters;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;

/// Which part of a log is requested.
///
/// @param tail the number of lines at the end; negative for all
/// @param limit the maximum number of bytes
/// @param since skips older lines
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

    static LogOptions read(QueryParameters queryParameters, Instant now) throws HttpException {
        String lines = queryParameters.text("tailLines").isEmpty()
                ? queryParameters.text("tail")
                : queryParameters.text("tailLines");
        long tail = lines.isEmpty() || lines.equals("all") ? -1 : number(lines, 0);
        long limit = queryParameters.text("limitBytes").isEmpty()
                ? Long.MAX_VALUE
                : number(queryParameters.text("limitBytes"), 1);
        String stream = queryParameters.text("stream").isEmpty() ? "All" : queryParameters.text("stream");
        boolean contradicts = !queryParameters.text("sinceTime").isEmpty()
                && !queryParameters.text("sinceSeconds").isEmpty();
        if (!STREAMS.contains(stream) || contradicts || (!stream.equals("All") && tail >= 0)) {
            throw invalid();
        }
        return new LogOptions(
                queryParameters.flag("follow"),
                queryParameters.flag("previous"),
                queryParameters.flag("timestamps"),
                tail,
                limit,
                since(queryParameters, now),
                !stream.equals("Stderr"),
                !stream.equals("Stdout"));
    }

    private static Instant since(QueryParameters queryParameters, Instant now) throws HttpException {
        if (!queryParameters.text("sinceSeconds").isEmpty()) {
            return now.minusSeconds(Math.min(number(queryParameters.text("sinceSeconds"), 1), now.getEpochSecond()));
        }
        if (queryParameters.text("sinceTime").isEmpty()) {
            return Instant.MIN;
        }
        try {
            return OffsetDateTime.parse(queryParameters.text("sinceTime")).toInstant();
        } catch (DateTimeParseException e) {
            throw undecodable();
        }
    }

    private static long number(String text, long least) throws HttpException {
        if (!text.matches("-?[0-9]{1,18}")) {
            throw undecodable();
        }
        long number = Long.parseLong(text);
        if (number < least) {
            throw invalid();
        }
        return number;
    }

    private static HttpException undecodable() {
        return new HttpException(400, "{\"message\": \"Unable to decode query.\"}");
    }

    private static HttpException invalid() {
        return new HttpException(422, "{\"message\": \"Invalid request.\"}");
    }
}
