package dev.stowage.csi;

import io.grpc.CallOptions;

/// Call options that the caller sets. They are not sent to the server.
public final class RpcOptionKeys {

    /// Whether the call is for a migrated in-tree volume. If set, it is a label of the metrics; only drivers with
    /// CSI migration need it.
    public static final CallOptions.Key<Boolean> MIGRATED = CallOptions.Key.create("migrated");

    private RpcOptionKeys() {}
}
