package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.selectors.SelectionPredicate;
import java.util.List;
import java.util.Optional;

/// The options of a list or watch.
///
/// @param revision as given: empty, `0`, or a number
/// @param initialEvents whether a watch starts with the current objects; empty if not set
/// @param timeoutSeconds 0 if not set
record ListOptions(
        SelectionPredicate selectionPredicate,
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

    static ListOptions parse(RequestTarget requestTarget, QueryParameters queryParameters, boolean watch)
            throws ApiException {
        SelectionPredicate selectionPredicate = SelectionPredicate.parse(
                requestTarget.resourceDescriptor(),
                queryParameters.text("labelSelector"),
                queryParameters.text("fieldSelector"));
        ListOptions options = new ListOptions(
                selectionPredicate,
                queryParameters.text("resourceVersion"),
                queryParameters.text(MATCH),
                Math.max(0, queryParameters.number("limit").orElse(0)),
                queryParameters.text("continue"),
                queryParameters.has("sendInitialEvents")
                        ? Optional.of(queryParameters.flag("sendInitialEvents"))
                        : Optional.empty(),
                queryParameters.flag("allowWatchBookmarks"),
                Math.max(0, queryParameters.number("timeoutSeconds").orElse(0)));
        FieldErrors fieldErrors = new FieldErrors();
        if (watch) {
            options.checkWatch(fieldErrors);
        } else {
            options.checkList(fieldErrors);
        }
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", "ListOptions", "", fieldErrors);
        }
        options.number();
        return options;
    }

    boolean isExact() {
        // A limit with a revision but without `resourceVersionMatch` means exactly that revision.
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

    private void checkList(FieldErrors fieldErrors) {
        if (!match.isEmpty()) {
            if (revision.isEmpty()) {
                fieldErrors.forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided");
            }
            checkContinue(fieldErrors);
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER)) {
                fieldErrors.notSupported(MATCH, FieldErrors.quoted(match), List.of(EXACT, NOT_OLDER, ""));
            }
            if (match.equals(EXACT) && revision.equals("0")) {
                fieldErrors.forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
            }
        }
        if (initialEvents.isPresent()) {
            fieldErrors.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list");
        }
    }

    private void checkWatch(FieldErrors fieldErrors) {
        if (initialEvents.isPresent() && !match.equals(NOT_OLDER)) {
            fieldErrors.forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        }
        if (!match.isEmpty()) {
            if (initialEvents.isEmpty()) {
                fieldErrors.forbidden(
                        MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
            }
            if (!match.equals(NOT_OLDER)) {
                fieldErrors.notSupported(MATCH, FieldErrors.quoted(match), List.of(NOT_OLDER));
            }
            checkContinue(fieldErrors);
        }
    }

    private void checkContinue(FieldErrors fieldErrors) {
        if (!next.isEmpty()) {
            fieldErrors.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided");
        }
    }
}
