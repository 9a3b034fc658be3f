package dev.stowage.apiserver.authentication;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The user of a request.
///
/// @param uid empty if unknown
/// @param extra additional attributes of the credential, such as the pod that a token is bound to
public record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

    /// A group with all permissions, which no rule can remove.
    public static final String MASTERS = "system:masters";

    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";

    /// The group of all nodes.
    public static final String NODES = "system:nodes";

    private static final String NODE_PREFIX = "system:node:";

    /// The key in [#extra] for the id of the credential.
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

    /// The name of the node that this user is; empty for any other user. The group alone names no node. A node
    /// whose user name ends too early has the empty name, and no rights.
    public Optional<String> nodeName() {
        return name.startsWith(NODE_PREFIX) && groups.contains(NODES)
                ? Optional.of(name.substring(NODE_PREFIX.length()))
                : Optional.empty();
    }
}
