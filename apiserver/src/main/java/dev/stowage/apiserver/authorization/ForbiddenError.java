package dev.stowage.apiserver.authorization;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.errors.StatusReason;

/// The error for a request that is not allowed.
public final class ForbiddenError {
    private ForbiddenError() {}

    public static ApiException of(
            UserInfo userInfo,
            AuthorizationAttributes authorizationAttributes,
            AuthorizationDecision authorizationDecision) {
        String why = harmless(sentence(userInfo, authorizationAttributes))
                + (authorizationDecision.reason().isEmpty() ? "" : ": " + authorizationDecision.reason());
        return authorizationAttributes.isResource()
                ? ApiException.forbidden(
                        authorizationAttributes.group(),
                        authorizationAttributes.resource(),
                        authorizationAttributes.name(),
                        why)
                : new ApiException(StatusReason.FORBIDDEN, "forbidden: " + why);
    }

    private static String sentence(UserInfo userInfo, AuthorizationAttributes authorizationAttributes) {
        String who = "User " + FieldErrors.quoted(userInfo.name()) + " cannot " + authorizationAttributes.verb();
        if (!authorizationAttributes.isResource()) {
            return who + " path " + FieldErrors.quoted(authorizationAttributes.path());
        }
        String where = authorizationAttributes.namespace().isEmpty()
                ? " at the cluster scope"
                : " in the namespace " + FieldErrors.quoted(authorizationAttributes.namespace());
        return who + " resource " + FieldErrors.quoted(authorizationAttributes.qualified()) + " in API group "
                + FieldErrors.quoted(authorizationAttributes.group()) + where;
    }

    /// Escaped, so that a browser does not render the message as HTML.
    private static String harmless(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
