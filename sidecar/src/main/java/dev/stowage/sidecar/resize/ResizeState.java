package dev.stowage.sidecar.resize;

/// How far an expansion is, as the claim says.
enum ResizeState {
    NONE(""),
    CONTROLLER_IN_PROGRESS("ControllerResizeInProgress"),
    CONTROLLER_INFEASIBLE("ControllerResizeInfeasible"),
    NODE_PENDING("NodeResizePending"),
    NODE_IN_PROGRESS("NodeResizeInProgress"),
    NODE_INFEASIBLE("NodeResizeInfeasible");

    private final String text;

    ResizeState(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /// A state that we do not know is none of ours: the claim counts as untouched.
    static ResizeState of(String text) {
        for (ResizeState state : values()) {
            if (state.text.equals(text)) {
                return state;
            }
        }
        return NONE;
    }
}
