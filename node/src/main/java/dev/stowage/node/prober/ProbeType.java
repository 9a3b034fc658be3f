package dev.stowage.node.prober;

/// What a probe is for.
enum ProbeType {
    STARTUP("startupProbe", "Startup"),
    LIVENESS("livenessProbe", "Liveness"),
    READINESS("readinessProbe", "Readiness");

    private final String field;
    private final String title;

    ProbeType(String field, String title) {
        this.field = field;
        this.title = title;
    }

    /// In a container's spec.
    String field() {
        return field;
    }

    String title() {
        return title;
    }
}
