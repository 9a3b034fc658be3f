package dev.stowage.cli.rbac;

import java.util.List;

/// Somebody who asks, and the sets of rights that the chart gives to who does the same.
record TestServiceAccount(String name, List<String> sets) {
    static final String NAMESPACE = "stowage";

    static TestServiceAccount of(String name, String... sets) {
        return new TestServiceAccount(name, List.of(sets));
    }

    /// As the server knows it.
    String user() {
        return "system:serviceaccount:" + NAMESPACE + ":" + name;
    }
}
