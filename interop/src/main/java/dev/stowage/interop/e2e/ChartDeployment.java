package dev.stowage.interop.e2e;

import dev.stowage.interop.chart.InstalledChart;
import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;

/// Everything in containers, from the images and with the chart, as on a user's cluster.
final class ChartDeployment implements StowageDeployment {

    private final SuiteWorkspace workspace;

    ChartDeployment(SuiteWorkspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public void beforeNode(ControlPlane plane, AdminApiClient adminApiClient) throws IOException, InterruptedException {
        var _ = InstalledChart.folder(workspace);
    }

    @Override
    public void onNode(ControlPlane plane, AdminApiClient adminApiClient, RealNode node)
            throws IOException, InterruptedException {
        InstalledChart.load(workspace, node);
        workspace.own(InstalledChart.on(workspace, plane, """
                driver:
                  maxVolumes: %d
                  pool: {size: 30Gi, thin: true}
                csiDriver: {inlineVolumes: true}
                storageClasses: []
                control: {enabled: %b}
                node:
                  extraArgs:
                  - --capacity-poll-interval=10s
                  # Each spec has a class of its own; the usual pace of one a second is for fewer.
                  - --kube-api-capacity-qps=20
                  - --v=5
                """.formatted(
                        DriverDefinition.MOST_VOLUMES, workspace.options().e2e().ownControllers())));
    }
}
