package dev.stowage.node.server.auth;

import java.util.List;

/// Somebody whom we know.
record UserInfo(String user, String uid, List<String> groups) {
    UserInfo {
        groups = List.copyOf(groups);
    }

    /// Those who may do everything everywhere need not be asked about.
    boolean isMaster() {
        return groups.contains("system:masters");
    }
}
