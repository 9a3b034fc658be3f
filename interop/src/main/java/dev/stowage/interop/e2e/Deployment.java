package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.Api;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import java.io.IOException;

/// How Stowage comes onto the cluster.
sealed interface Deployment permits ByChart, OnHost {

    /// On a control plane without nodes: what has to end after the node.
    void beforeNode(ControlPlane plane, Api api) throws IOException, InterruptedException;

    /// Returns when everything was told to start.
    void onNode(ControlPlane plane, Api api, RealNode node) throws IOException, InterruptedException;
}
