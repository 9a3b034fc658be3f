package dev.stowage.cli.rbac;

import java.util.List;

/// A client, and the rule sets that the chart grants to such a client.
record TestServiceAccount(String name, List<String> sets) {
    static final String NAMESPACE = "stowage";

    static TestServiceAccount of(String name, String... sets) {
        return new TestServiceAccount(name, List.of(sets));
    }

    /// The user name at the API server.
    String user() {
        return "system:serviceaccount:" + NAMESPACE + ":" + name;
    }
}
