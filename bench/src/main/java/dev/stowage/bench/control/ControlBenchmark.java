package dev.stowage.bench.control;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.apiserver.Subject.Request;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The volume controllers beside those of kube-controller-manager with its limits lifted, on a real kube-apiserver with
/// etcd, each on one of its own. Provisioner and attacher are ours on both sides.
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
    public List<Row> run(Around around) throws Exception {
        Path stowage = around.home().resolve("stowage");
        Sizes sizes = around.quick() ? Sizes.QUICK : Sizes.WHOLE;
        List<Row> rows = new ArrayList<>();
        for (Subject subject : List.of(Subject.ours(stowage), Subject.lifted())) {
            try (SuiteWorkspace suiteWorkspace =
                    StandaloneWorkspace.open("bench-control", ControlPlane.JUDGES, ControlPlane.PACKAGES, around::say)) {
                around.say(subject.name() + ": starting");
                ControlPlane plane = ControlPlane.start(suiteWorkspace, Parts.SERVER_ONLY);
                double ceiling = ceiling(plane);
                try (Scene scene = new Scene(suiteWorkspace, plane, subject, stowage)) {
                    rows.addAll(new Measurement(subject, scene, sizes, ceiling, around).run());
                }
            }
        }
        return rows;
    }

    /// The more of updates and patches: binding is made of those.
    private static double ceiling(ControlPlane plane) throws Exception {
        var server = new dev.stowage.bench.apiserver.Subject("API server", plane);
        server.load("warming up", CONNECTIONS, SECONDS, (connection, _) -> server.create(connection));
        return Math.max(rate(server, server::update), rate(server, server::patch));
    }

    private static double rate(dev.stowage.bench.apiserver.Subject server, Request request) throws Exception {
        return server.load("writes", CONNECTIONS, SECONDS, request).figures().stream()
                .filter(figure -> figure.name().equals("per second"))
                .findFirst()
                .orElseThrow()
                .value();
    }
}
