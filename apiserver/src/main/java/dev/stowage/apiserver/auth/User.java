package dev.stowage.apiserver.auth;

import java.util.List;
import java.util.Map;

/// Who asks.
///
/// @param uid empty where nobody gave one
/// @param extra more that the credential said, such as the pod that a token is bound to
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

    /// May do everything; no rule can take that away.
    public static final String MASTERS = "system:masters";

    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";

    /// Who showed no credential at all.
    public static final User ANONYMOUS = new User("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    /// The server itself, where it acts without being asked.
    public static final User SERVER = new User("system:apiserver", "", List.of(MASTERS), Map.of());

    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    public boolean isMaster() {
        return groups.contains(MASTERS);
    }
}
