package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.names.ClaimResizeStatus;

/// The progress of an expansion according to the claim's status.
enum ClaimResourceStatus {
    NONE(""),
    CONTROLLER_IN_PROGRESS(ClaimResizeStatus.CONTROLLER_RESIZE_IN_PROGRESS),
    CONTROLLER_INFEASIBLE(ClaimResizeStatus.CONTROLLER_RESIZE_INFEASIBLE),
    NODE_PENDING(ClaimResizeStatus.NODE_RESIZE_PENDING),
    NODE_IN_PROGRESS(ClaimResizeStatus.NODE_RESIZE_IN_PROGRESS),
    NODE_INFEASIBLE(ClaimResizeStatus.NODE_RESIZE_INFEASIBLE);

    private final String text;

    ClaimResourceStatus(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /// An unknown state is not ours: the claim counts as unchanged.
    static ClaimResourceStatus of(String text) {
        for (ClaimResourceStatus state : values()) {
            if (state.text.equals(text)) {
                return state;
            }
        }
        return NONE;
    }
}
