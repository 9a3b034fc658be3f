package dev.stowage.interop.cluster;

import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The real controllers, the real scheduler and at last a real node live on our API server.
public final class ControlPlaneSuite implements Suite {

    /// Long enough for resyncs, watches that end and begin again, and a first compaction of history.
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
    public Set<Judge> judges() {
        Set<Judge> all = EnumSet.of(Judge.KUBELET);
        all.addAll(ControlPlane.JUDGES);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        long start = System.nanoTime();
        ControlPlane plane = ControlPlane.start(bench, Parts.EMBEDDED);
        Questions questions = new Questions();
        new ControllersAtWork(plane.kubectl()).ask(questions);
        bench.say("the controllers were asked");
        if ("root".equals(System.getProperty("user.name"))) {
            questions.holds("a real kubelet joins and becomes ready", () -> RealNode.start(bench, plane));
            new PodsAtWork(plane.kubectl()).ask(questions);
            questions.holds(
                    "a pod ends when it is deleted",
                    () -> plane.kubectl().ask("delete", "pod", "long", "--timeout=120s"));
            bench.say("the node was asked");
        } else {
            questions.skip("a real node", "containers need root");
        }
        if (!bench.quick()) {
            long left = WHOLE.toNanos() - (System.nanoTime() - start);
            TimeUnit.NANOSECONDS.sleep(Math.max(left, 0));
        }
        questions.holds("all of them still run", plane::requireAlive);
        for (String program : List.of("kube-controller-manager", "kube-scheduler")) {
            questions.equal(
                    program + " has no complaint about what it was sent",
                    "",
                    () -> String.join("\n", Complaints.in(plane.log(program))));
        }
        return questions.outcomes();
    }
}
