package dev.stowage.bench.control;

import dev.stowage.bench.apiserver.ApiServerSubject.Request;
import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The volume controllers compared with those of kube-controller-manager with its limits lifted, each on its own
/// kube-apiserver with etcd. Both sides use our provisioner and attacher.
public final class ControlBenchmark implements Benchmark {
    private static final int CONNECTIONS = 32;
    private static final int SECONDS = 5;

    @Override
    public String name() {
        return "control";
    }

    @Override
    public String summary() {
        return "claims bound and volumes attached a second, writes for each, and memory, beside kube-controller-manager";
    }

    @Override
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        Path stowage = context.home().resolve("stowage");
        ControlSizes controlSizes = context.quick() ? ControlSizes.QUICK : ControlSizes.WHOLE;
        List<ResultRow> rows = new ArrayList<>();
        for (ControlSubject controlSubject : List.of(ControlSubject.ours(stowage), ControlSubject.lifted())) {
            try (SuiteWorkspace suiteWorkspace = StandaloneWorkspace.open(
                    "bench-control", ControlPlane.PROGRAMS, ControlPlane.PACKAGES, context::report)) {
                context.report(controlSubject.name() + ": starting");
                ControlPlane plane = ControlPlane.start(suiteWorkspace, Parts.SERVER_ONLY);
                double ceiling = ceiling(plane);
                try (ControlFixture fixture = new ControlFixture(suiteWorkspace, plane, controlSubject, stowage)) {
                    rows.addAll(new ControlMeasurement(controlSubject, fixture, controlSizes, ceiling, context).run());
                }
            }
        }
        return rows;
    }

    /// The higher rate of updates and patches, because binding consists of those.
    private static double ceiling(ControlPlane plane) throws Exception {
        var server = new dev.stowage.bench.apiserver.ApiServerSubject("API server", plane);
        server.load("warming up", CONNECTIONS, SECONDS, (httpConnection, _) -> server.create(httpConnection));
        return Math.max(rate(server, server::update), rate(server, server::patch));
    }

    private static double rate(dev.stowage.bench.apiserver.ApiServerSubject server, Request request) throws Exception {
        return server.load("writes", CONNECTIONS, SECONDS, request).figures().stream()
                .filter(figure -> figure.name().equals("per second"))
                .findFirst()
                .orElseThrow()
                .value();
    }
}
