package dev.stowage.apiserver.proxy;

import dev.stowage.apiserver.engine.Parameters;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;

/// What of a log is wanted, as the client says it and as the kubelet reads it.
final class LogOptions {
    private static final List<String> STREAMS = List.of("All", "Stderr", "Stdout");

    private LogOptions() {}

    static Query query(Parameters given, String pod) throws ApiException {
        Query query = new Query();
        Problems problems = new Problems();
        for (String flag : List.of("follow", "previous", "timestamps")) {
            if (given.flag(flag)) {
                query.add(flag, "true");
            }
        }
        OptionalLong tail = given.number("tailLines");
        OptionalLong limit = given.number("limitBytes");
        OptionalLong since = given.number("sinceSeconds");
        String sinceTime = given.text("sinceTime");
        if (tail.isPresent() && tail.getAsLong() < 0) {
            problems.invalid("tailLines", Long.toString(tail.getAsLong()), "must be greater than or equal to 0");
        }
        atLeastOne(problems, "limitBytes", limit);
        if (since.isPresent() && !sinceTime.isEmpty()) {
            problems.forbidden("", "at most one of `sinceTime` or `sinceSeconds` may be specified");
        } else {
            atLeastOne(problems, "sinceSeconds", since);
        }
        String stream = given.text("stream").isEmpty() ? "All" : given.text("stream");
        if (!STREAMS.contains(stream)) {
            problems.notSupported("stream", Problems.quoted(stream), STREAMS);
        } else if (!stream.equals("All") && tail.isPresent()) {
            problems.forbidden("", "`tailLines` and specific `stream` are mutually exclusive for now");
        }
        if (!problems.isEmpty()) {
            throw ApiException.invalid("", "PodLogOptions", pod, problems);
        }
        tail.ifPresent(lines -> query.add("tailLines", Long.toString(lines)));
        limit.ifPresent(bytes -> query.add("limitBytes", Long.toString(bytes)));
        since.ifPresent(seconds -> query.add("sinceSeconds", Long.toString(seconds)));
        if (!sinceTime.isEmpty()) {
            query.add("sinceTime", time(sinceTime));
        }
        return query.add("stream", stream);
    }

    private static void atLeastOne(Problems problems, String field, OptionalLong value) {
        if (value.isPresent() && value.getAsLong() < 1) {
            problems.invalid(field, Long.toString(value.getAsLong()), "must be greater than 0");
        }
    }

    private static String time(String text) throws ApiException {
        try {
            Instant at = OffsetDateTime.parse(text).toInstant();
            return at.truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeParseException _) {
            throw ApiException.badRequest("sinceTime is not a time such as 2006-01-02T15:04:05Z");
        }
    }
}
