package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import java.io.IOException;

/// How Stowage is deployed to the cluster.
sealed interface StowageDeployment permits ChartDeployment, HostDeployment {

    /// Before there are nodes: starts what must stop after the node.
    void beforeNode(ControlPlane plane, AdminApiClient adminApiClient) throws IOException, InterruptedException;

    /// Returns when everything is started, but not necessarily ready.
    void onNode(ControlPlane plane, AdminApiClient adminApiClient, RealNode node)
            throws IOException, InterruptedException;
}
