package dev.stowage.apiserver.proxy;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.registry.generic.QueryParameters;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;

/// The options of a log request, as the client sends them and as the kubelet reads them.
final class PodLogOptions {
    private static final List<String> STREAMS = List.of("All", "Stderr", "Stdout");

    private PodLogOptions() {}

    static KubeletQuery query(QueryParameters given, String pod) throws ApiException {
        KubeletQuery kubeletQuery = new KubeletQuery();
        FieldErrors fieldErrors = new FieldErrors();
        for (String flag : List.of("follow", "previous", "timestamps")) {
            if (given.flag(flag)) {
                kubeletQuery.add(flag, "true");
            }
        }
        OptionalLong tail = given.number("tailLines");
        OptionalLong limit = given.number("limitBytes");
        OptionalLong since = given.number("sinceSeconds");
        String sinceTime = given.text("sinceTime");
        if (tail.isPresent() && tail.getAsLong() < 0) {
            fieldErrors.invalid("tailLines", Long.toString(tail.getAsLong()), "must be greater than or equal to 0");
        }
        atLeastOne(fieldErrors, "limitBytes", limit);
        if (since.isPresent() && !sinceTime.isEmpty()) {
            fieldErrors.forbidden("", "at most one of `sinceTime` or `sinceSeconds` may be specified");
        } else {
            atLeastOne(fieldErrors, "sinceSeconds", since);
        }
        String stream = given.text("stream").isEmpty() ? "All" : given.text("stream");
        if (!STREAMS.contains(stream)) {
            fieldErrors.notSupported("stream", FieldErrors.quoted(stream), STREAMS);
        } else if (!stream.equals("All") && tail.isPresent()) {
            fieldErrors.forbidden("", "`tailLines` and specific `stream` are mutually exclusive for now");
        }
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid("", "PodLogOptions", pod, fieldErrors);
        }
        tail.ifPresent(lines -> kubeletQuery.add("tailLines", Long.toString(lines)));
        limit.ifPresent(bytes -> kubeletQuery.add("limitBytes", Long.toString(bytes)));
        since.ifPresent(seconds -> kubeletQuery.add("sinceSeconds", Long.toString(seconds)));
        if (!sinceTime.isEmpty()) {
            kubeletQuery.add("sinceTime", time(sinceTime));
        }
        return kubeletQuery.add("stream", stream);
    }

    private static void atLeastOne(FieldErrors fieldErrors, String field, OptionalLong value) {
        if (value.isPresent() && value.getAsLong() < 1) {
            fieldErrors.invalid(field, Long.toString(value.getAsLong()), "must be greater than 0");
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
