package dev.stowage.apiserver.authentication;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The user of a request.
///
/// @param uid empty if unknown
/// @param extra more that the credential said, such as the pod that a token is bound to
public record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

    /// May do everything; no rule can take that away.
    public static final String MASTERS = "system:masters";

    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";

    /// Which of a user's credentials was shown, in [#extra].
    public static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

    /// A client without credentials.
    public static final UserInfo ANONYMOUS = new UserInfo("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    /// The server itself, when it acts without a request.
    public static final UserInfo SERVER = new UserInfo("system:apiserver", "", List.of(MASTERS), Map.of());

    public UserInfo {
        groups = List.copyOf(groups);
        extra = Collections.unmodifiableMap(new TreeMap<>(extra)); // in the order in which it is shown
    }

    public boolean isMaster() {
        return groups.contains(MASTERS);
    }
}
