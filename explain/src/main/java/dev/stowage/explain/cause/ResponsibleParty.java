package dev.stowage.explain.cause;

/// Who needs to act.
public enum ResponsibleParty {
    NOBODY("no one (it continues automatically)"),
    USER("the owner of the claim or pod"),
    CLUSTER_ADMIN("the cluster administrator"),
    STORAGE_ADMIN("the storage administrator");

    private final String words;

    ResponsibleParty(String words) {
        this.words = words;
    }

    public String text() {
        return words;
    }
}
