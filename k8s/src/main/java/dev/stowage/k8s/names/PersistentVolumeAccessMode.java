package dev.stowage.k8s.names;

/// The access modes of claims and volumes, as the API writes them.
public final class PersistentVolumeAccessMode {
    public static final String READ_WRITE_ONCE = "ReadWriteOnce";
    public static final String READ_ONLY_MANY = "ReadOnlyMany";
    public static final String READ_WRITE_MANY = "ReadWriteMany";
    public static final String READ_WRITE_ONCE_POD = "ReadWriteOncePod";

    private PersistentVolumeAccessMode() {}
}
