package dev.stowage.apiserver.authorization;

import dev.stowage.apiserver.authentication.UserInfo;
import java.util.ArrayList;
import java.util.List;

/// Decides whether a user may do something. Safe for many threads.
@FunctionalInterface
public interface Authorizer {

    AuthorizationDecision authorize(UserInfo userInfo, AuthorizationAttributes authorizationAttributes);

    /// A request is allowed if any authorizer allows it. A denial has the reasons of all.
    static Authorizer anyOf(Authorizer... authorizers) {
        List<Authorizer> all = List.of(authorizers);
        return (userInfo, authorizationAttributes) -> {
            List<String> reasons = new ArrayList<>();
            for (Authorizer authorizer : all) {
                AuthorizationDecision authorizationDecision = authorizer.authorize(userInfo, authorizationAttributes);
                if (authorizationDecision.allowed()) {
                    return authorizationDecision;
                }
                if (!authorizationDecision.reason().isEmpty()) {
                    reasons.add(authorizationDecision.reason());
                }
            }
            return new AuthorizationDecision(false, String.join("\n", reasons));
        };
    }
}
