package dev.stowage.explain.cause;

/// Who must act.
public enum Actor {
    NOBODY("nobody: it goes on by itself"),
    USER("you, who made the claim or the pod"),
    CLUSTER_ADMIN("whoever runs the cluster"),
    STORAGE_ADMIN("whoever runs the storage driver");

    private final String words;

    Actor(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
