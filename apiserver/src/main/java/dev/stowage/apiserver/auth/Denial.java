package dev.stowage.apiserver.auth;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.failure.Reason;

/// How a request is told that it is not allowed.
final class Denial {
    private Denial() {}

    static ApiException of(User user, Action action, Decision decision) {
        String why = harmless(sentence(user, action)) + (decision.reason().isEmpty() ? "" : ": " + decision.reason());
        return action.isResource()
                ? ApiException.forbidden(action.group(), action.resource(), action.name(), why)
                : new ApiException(Reason.FORBIDDEN, "forbidden: " + why);
    }

    private static String sentence(User user, Action action) {
        String who = "User " + Problems.quoted(user.name()) + " cannot " + action.verb();
        if (!action.isResource()) {
            return who + " path " + Problems.quoted(action.path());
        }
        String where = action.namespace().isEmpty()
                ? " at the cluster scope"
                : " in the namespace " + Problems.quoted(action.namespace());
        return who + " resource " + Problems.quoted(action.qualified()) + " in API group "
                + Problems.quoted(action.group()) + where;
    }

    /// A browser must not take the answer for a page.
    private static String harmless(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
