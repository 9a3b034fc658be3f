package dev.stowage.k8s.names;

/// API groups that several modules use. The core group is the empty string.
public final class ApiGroups {
    public static final String CORE = "";
    public static final String APPS = "apps";
    public static final String BATCH = "batch";
    public static final String CERTIFICATES = "certificates.k8s.io";
    public static final String DISCOVERY = "discovery.k8s.io";
    public static final String POLICY = "policy";
    public static final String STORAGE = "storage.k8s.io";
    public static final String SNAPSHOT = "snapshot.storage.k8s.io";
    public static final String GROUP_SNAPSHOT = "groupsnapshot.storage.k8s.io";
    public static final String COORDINATION = "coordination.k8s.io";
    public static final String AUTHENTICATION = "authentication.k8s.io";
    public static final String AUTHORIZATION = "authorization.k8s.io";
    public static final String GATEWAY = "gateway.networking.k8s.io";

    /// Of our own resources.
    public static final String STOWAGE = "stowage.dev";

    private ApiGroups() {}
}
