package dev.stowage.node.serve.access;

import java.util.List;

/// Somebody whom we know.
record Caller(String user, String uid, List<String> groups) {
    Caller {
        groups = List.copyOf(groups);
    }

    /// Those who may do everything everywhere need not be asked about.
    boolean isMaster() {
        return groups.contains("system:masters");
    }
}
