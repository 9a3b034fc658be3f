package dev.stowage.k8s.names;

/// Names of certificates and their signers.
public final class CertificateKeys {
    /// The signer of the certificates of movers, ours.
    public static final String MOVER_SIGNER = "stowage.dev/mover";

    /// The Secret with the authority of that signer, and the ConfigMap with the certificates to trust.
    public static final String MOVER_AUTHORITY = "stowage-mover-ca";

    /// The type of Secrets with a certificate and its key.
    public static final String TLS_SECRET_TYPE = "kubernetes.io/tls";

    public static final String TLS_CERTIFICATE = "tls.crt";
    public static final String TLS_KEY = "tls.key";

    /// The key of certificates to trust, in ConfigMaps.
    public static final String AUTHORITIES = "ca.crt";

    /// What the API server knows of a token beside its user: the node of the pod that it was issued for.
    public static final String NODE_OF_TOKEN = "authentication.kubernetes.io/node-name";

    private CertificateKeys() {}
}
