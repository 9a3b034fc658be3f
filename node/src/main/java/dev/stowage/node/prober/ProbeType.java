package dev.stowage.node.prober;

/// The type of a probe.
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

    /// The field in the container spec.
    String field() {
        return field;
    }

    String title() {
        return title;
    }
}
