package dev.stowage.interop.cluster;

import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The real controllers, the real scheduler and finally a real node run against our API server.
public final class ControlPlaneSuite implements Suite {

    /// Long enough for resyncs, restarted watches, and a first compaction of history.
    private static final Duration WHOLE = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "controlplane";
    }

    @Override
    public String summary() {
        return "kube-controller-manager, kube-scheduler and a kubelet work on our API server as on their own.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(25);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        Set<ReferenceProgram> all = EnumSet.of(ReferenceProgram.KUBELET);
        all.addAll(ControlPlane.PROGRAMS);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        long start = System.nanoTime();
        ControlPlane plane = ControlPlane.start(workspace, Parts.EMBEDDED);
        SuiteChecks checks = new SuiteChecks();
        new ControllerChecks(plane.kubectl()).run(checks);
        workspace.report("the controllers are checked");
        if ("root".equals(System.getProperty("user.name"))) {
            checks.holds("a real kubelet joins and becomes ready", () -> RealNode.start(workspace, plane));
            new PodChecks(plane.kubectl()).run(checks);
            checks.holds(
                    "a deleted pod stops", () -> plane.kubectl().output("delete", "pod", "long", "--timeout=120s"));
            workspace.report("the node is checked");
        } else {
            checks.skip("a real node", "containers need root");
        }
        if (!workspace.quick()) {
            long left = WHOLE.toNanos() - (System.nanoTime() - start);
            TimeUnit.NANOSECONDS.sleep(Math.max(left, 0));
        }
        checks.holds("all of them still run", plane::requireAlive);
        for (String program : List.of("kube-controller-manager", "kube-scheduler")) {
            checks.equal(
                    program + " logs no error about the API",
                    "",
                    () -> String.join("\n", ApiErrorLines.in(plane.log(program))));
        }
        return checks.results();
    }
}
