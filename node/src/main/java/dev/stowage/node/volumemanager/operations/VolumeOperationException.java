package dev.stowage.node.volumemanager.operations;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.RpcOutcome;

/// An operation of a volume failed. The message is for the events of the pod; it never contains a secret.
public final class VolumeOperationException extends Exception {
    private static final long serialVersionUID = 1;

    /// What the failure means for the mount.
    public enum Kind {
        /// It is not mounted.
        FINAL,
        /// It may be mounted.
        UNCERTAIN,
        /// It was not attempted: the mount is unchanged.
        TRANSIENT
    }

    private final Kind kind;

    private VolumeOperationException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    static VolumeOperationException ofCall(Throwable failure) {
        Kind kind = switch (RpcOutcome.of(failure, RpcOutcome.Exhausted.IS_UNCERTAIN)) {
            case FINAL -> Kind.FINAL;
            case UNCERTAIN -> Kind.UNCERTAIN;
        };
        return new VolumeOperationException(kind, RpcErrorText.of(failure), failure);
    }

    public static VolumeOperationException uncertain(String message, Throwable cause) {
        return new VolumeOperationException(Kind.UNCERTAIN, message, cause);
    }

    static VolumeOperationException untried(String message, Throwable cause) {
        return new VolumeOperationException(Kind.TRANSIENT, message, cause);
    }

    public Kind kind() {
        return kind;
    }

    public String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
