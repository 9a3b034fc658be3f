package dev.stowage.k8s.names;

/// Where a pod finds the credentials of its service account.
public final class ServiceAccountFiles {
    public static final String DIRECTORY = "/var/run/secrets/kubernetes.io/serviceaccount";

    private ServiceAccountFiles() {}
}
