package dev.stowage.csi;

import io.grpc.CallOptions;

/// What a caller can say about a call. It stays on this side of the socket.
public final class RpcOptionKeys {

    /// Whether the call is for a volume from the time before CSI. Where it is said, the metrics have it as a
    /// label; only drivers that took such volumes over need it.
    public static final CallOptions.Key<Boolean> MIGRATED = CallOptions.Key.create("migrated");

    private RpcOptionKeys() {}
}
