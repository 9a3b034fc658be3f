package dev.stowage.node.server.auth;

import java.util.List;

/// An authenticated user.
record UserInfo(String user, String uid, List<String> groups) {
    UserInfo {
        groups = List.copyOf(groups);
    }

    /// Members of this group may do everything and need no review.
    boolean isMaster() {
        return groups.contains("system:masters");
    }
}
