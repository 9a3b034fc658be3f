package dev.stowage.testkit;

import static dev.stowage.testkit.ReferenceResponder.refusal;
import static dev.stowage.testkit.ReferenceResponder.require;

import io.grpc.Status;
import java.util.List;

/// One page of a list; a token is the index of the first entry.
record ReferencePage<T>(List<T> entries, String next) {

    ReferencePage(DriverFlaw flaw, List<T> all, int max, String token) {
        this(flaw, all, begin(flaw, all, token), limit(flaw, all, max));
    }

    private ReferencePage(DriverFlaw flaw, List<T> all, int begin, int limit) {
        this(
                all.subList(
                        flaw == DriverFlaw.PAGES_OVERLAP ? Math.max(0, begin - 1) : begin,
                        Math.min(all.size(), begin + limit)),
                begin + limit < all.size() ? "t" + (begin + limit) : "");
    }

    private static int limit(DriverFlaw flaw, List<?> all, int max) {
        require(max >= 0, "max_entries cannot be negative");
        return max == 0 || max > all.size() || flaw == DriverFlaw.MAX_ENTRIES_IGNORED ? all.size() : max;
    }

    private static int begin(DriverFlaw flaw, List<?> all, String token) {
        if (token.isEmpty() || (flaw == DriverFlaw.BAD_TOKEN_ACCEPTED && !token.matches("t\\d{1,6}"))) {
            return 0;
        }
        if (!token.matches("t\\d{1,6}") || Integer.parseInt(token, 1, token.length(), 10) > all.size()) {
            throw refusal(Status.ABORTED, "no such token");
        }
        return Integer.parseInt(token, 1, token.length(), 10);
    }
}
