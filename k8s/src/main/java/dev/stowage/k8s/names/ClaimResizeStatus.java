package dev.stowage.k8s.names;

/// The values of `status.allocatedResourceStatuses` of a claim.
public final class ClaimResizeStatus {
    public static final String CONTROLLER_RESIZE_IN_PROGRESS = "ControllerResizeInProgress";
    public static final String CONTROLLER_RESIZE_INFEASIBLE = "ControllerResizeInfeasible";
    public static final String NODE_RESIZE_PENDING = "NodeResizePending";
    public static final String NODE_RESIZE_IN_PROGRESS = "NodeResizeInProgress";
    public static final String NODE_RESIZE_INFEASIBLE = "NodeResizeInfeasible";

    private ClaimResizeStatus() {}
}
