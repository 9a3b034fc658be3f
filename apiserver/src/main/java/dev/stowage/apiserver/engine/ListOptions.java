package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.select.Selection;
import java.util.List;
import java.util.Optional;

/// What a reader of a collection asks for.
///
/// @param revision as given: empty, `0`, or a number
/// @param initialEvents whether a watch begins with what is there; empty when nothing was said
/// @param timeoutSeconds 0 when nothing was said
record ListOptions(
        Selection selection,
        String revision,
        String match,
        long limit,
        String next,
        Optional<Boolean> initialEvents,
        boolean bookmarks,
        long timeoutSeconds) {
    private static final String EXACT = "Exact";
    private static final String NOT_OLDER = "NotOlderThan";
    private static final String MATCH = "resourceVersionMatch";

    static ListOptions parse(Target target, Parameters parameters, boolean watch) throws ApiException {
        Selection selection =
                Selection.parse(target.resource(), parameters.text("labelSelector"), parameters.text("fieldSelector"));
        ListOptions options = new ListOptions(
                selection,
                parameters.text("resourceVersion"),
                parameters.text(MATCH),
                Math.max(0, parameters.number("limit").orElse(0)),
                parameters.text("continue"),
                parameters.has("sendInitialEvents")
                        ? Optional.of(parameters.flag("sendInitialEvents"))
                        : Optional.empty(),
                parameters.flag("allowWatchBookmarks"),
                Math.max(0, parameters.number("timeoutSeconds").orElse(0)));
        Problems problems = new Problems();
        if (watch) {
            options.checkWatch(problems);
        } else {
            options.checkList(problems);
        }
        if (!problems.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", "ListOptions", "", problems);
        }
        options.number();
        return options;
    }

    boolean isExact() {
        // A limit with a revision and no word about how to match it means exactly that revision.
        return match.equals(EXACT) || (match.isEmpty() && limit > 0 && number0() > 0);
    }

    /// 0 for none and for "0".
    long number() throws ApiException {
        if (!revision.isEmpty() && !revision.matches("[0-9]{1,19}")) {
            throw ApiException.badRequest("Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax"
                    .formatted(revision, revision));
        }
        return number0();
    }

    private long number0() {
        try {
            return revision.isEmpty() ? 0 : Long.parseLong(revision);
        } catch (NumberFormatException _) {
            return Long.MAX_VALUE;
        }
    }

    private void checkList(Problems problems) {
        if (!match.isEmpty()) {
            if (revision.isEmpty()) {
                problems.forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided");
            }
            checkContinue(problems);
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER)) {
                problems.notSupported(MATCH, Problems.quoted(match), List.of(EXACT, NOT_OLDER, ""));
            }
            if (match.equals(EXACT) && revision.equals("0")) {
                problems.forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
            }
        }
        if (initialEvents.isPresent()) {
            problems.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list");
        }
    }

    private void checkWatch(Problems problems) {
        if (initialEvents.isPresent() && !match.equals(NOT_OLDER)) {
            problems.forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        }
        if (!match.isEmpty()) {
            if (initialEvents.isEmpty()) {
                problems.forbidden(
                        MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
            }
            if (!match.equals(NOT_OLDER)) {
                problems.notSupported(MATCH, Problems.quoted(match), List.of(NOT_OLDER));
            }
            checkContinue(problems);
        }
    }

    private void checkContinue(Problems problems) {
        if (!next.isEmpty()) {
            problems.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided");
        }
    }
}
