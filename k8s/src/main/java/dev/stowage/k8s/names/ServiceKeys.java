package dev.stowage.k8s.names;

/// Labels and annotations of Services, Endpoints and EndpointSlices.
public final class ServiceKeys {
    /// A label of EndpointSlices: the Service that they belong to.
    public static final String SERVICE_NAME = "kubernetes.io/service-name";

    /// A label: who writes an EndpointSlice.
    public static final String SLICE_MANAGED_BY = "endpointslice.kubernetes.io/managed-by";

    public static final String ENDPOINT_SLICE_CONTROLLER = "endpointslice-controller.k8s.io";

    /// A label: who writes an Endpoints object.
    public static final String ENDPOINTS_MANAGED_BY = "endpoints.kubernetes.io/managed-by";

    /// A label: the Service has no address of its own.
    public static final String HEADLESS = "service.kubernetes.io/headless";

    /// A label of Endpoints: no slice is made of them, because their writer also writes a slice.
    public static final String SKIP_MIRROR = "endpointslice.kubernetes.io/skip-mirror";

    /// An annotation: the object is a lock of a leader election, and not about a Service.
    public static final String LEADER_ELECTION = "control-plane.alpha.kubernetes.io/leader";

    private ServiceKeys() {}
}
