package dev.stowage.sidecar.resizer;

/// How far an expansion is, as the claim says.
enum ClaimResourceStatus {
    NONE(""),
    CONTROLLER_IN_PROGRESS("ControllerResizeInProgress"),
    CONTROLLER_INFEASIBLE("ControllerResizeInfeasible"),
    NODE_PENDING("NodeResizePending"),
    NODE_IN_PROGRESS("NodeResizeInProgress"),
    NODE_INFEASIBLE("NodeResizeInfeasible");

    private final String text;

    ClaimResourceStatus(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /// A state that we do not know is none of ours: the claim counts as untouched.
    static ClaimResourceStatus of(String text) {
        for (ClaimResourceStatus state : values()) {
            if (state.text.equals(text)) {
                return state;
            }
        }
        return NONE;
    }
}
