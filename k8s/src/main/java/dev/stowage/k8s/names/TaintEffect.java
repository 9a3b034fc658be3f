package dev.stowage.k8s.names;

/// The effects of a taint, as the API writes them.
public final class TaintEffect {
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";
    public static final String NO_EXECUTE = "NoExecute";

    private TaintEffect() {}
}
