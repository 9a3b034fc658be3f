package dev.stowage.cli.rights;

import java.util.List;

/// Somebody who asks, and the sets of rights that the chart gives to who does the same.
record Account(String name, List<String> sets) {
    static final String NAMESPACE = "stowage";

    static Account of(String name, String... sets) {
        return new Account(name, List.of(sets));
    }

    /// As the server knows it.
    String user() {
        return "system:serviceaccount:" + NAMESPACE + ":" + name;
    }
}
