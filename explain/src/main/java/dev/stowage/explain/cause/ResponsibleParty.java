package dev.stowage.explain.cause;

/// Who must act.
public enum ResponsibleParty {
    NOBODY("nobody: it goes on by itself"),
    USER("you, who made the claim or the pod"),
    CLUSTER_ADMIN("whoever runs the cluster"),
    STORAGE_ADMIN("whoever runs the storage driver");

    private final String words;

    ResponsibleParty(String words) {
        this.words = words;
    }

    public String text() {
        return words;
    }
}
