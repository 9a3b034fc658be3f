package dev.stowage.interop.e2e;

import dev.stowage.interop.chart.Installed;
import dev.stowage.interop.cluster.Api;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.suite.Bench;
import java.io.IOException;

/// Everything in containers, from the images and by the chart, as on anybody's cluster.
final class ByChart implements Deployment {

    private final Bench bench;

    ByChart(Bench bench) {
        this.bench = bench;
    }

    @Override
    public void beforeNode(ControlPlane plane, Api api) throws IOException, InterruptedException {
        var _ = Installed.folder(bench);
    }

    @Override
    public void onNode(ControlPlane plane, Api api, RealNode node) throws IOException, InterruptedException {
        Installed.load(bench, node);
        bench.own(Installed.on(bench, plane, """
                driver:
                  maxVolumes: %d
                  pool: {size: 30Gi, thin: true}
                storageClasses: []
                control: {enabled: %b}
                node:
                  extraArgs:
                  - --capacity-poll-interval=10s
                  # Each spec has a class of its own; the usual pace of one a second is for fewer.
                  - --kube-api-capacity-qps=20
                  - --v=5
                """.formatted(
                        DriverDefinition.MOST_VOLUMES, bench.wishes().e2e().ownControllers())));
    }
}
