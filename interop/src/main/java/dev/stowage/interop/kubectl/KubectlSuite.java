package dev.stowage.interop.kubectl;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A script of kubectl calls against kube-apiserver and against our server; the answers must be the same.
public final class KubectlSuite implements Suite {

    private static final Duration SOON = Duration.ofSeconds(90);

    @Override
    public String name() {
        return "kubectl";
    }

    @Override
    public String summary() {
        return "kubectl gets the same answers from our API server as from kube-apiserver.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(15);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of(Judge.KUBE_APISERVER, Judge.KUBECTL);
    }

    @Override
    public Set<DebianPackage> packages() {
        return ControlPlane.PACKAGES;
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        ControlPlane theirs = ControlPlane.start(bench, Parts.SERVER_ONLY);
        ControlPlane ours = ControlPlane.start(bench, Parts.EMBEDDED_ONLY);
        KnownDifferences known = KnownDifferences.read();
        List<Outcome> outcomes = new ArrayList<>();
        for (Step step : Script.read()) {
            String[] arguments = step.arguments().toArray(String[]::new);
            if (step.awaited()) {
                for (ControlPlane server : List.of(theirs, ours)) {
                    Await.until(
                            "success of kubectl " + step.command(),
                            SOON,
                            List.of(),
                            () -> server.kubectl().run(arguments).succeeded());
                }
                continue;
            }
            Answer their = Answer.of(step, theirs.kubectl().runWith(step.input(), arguments));
            Answer our = Answer.of(step, ours.kubectl().runWith(step.input(), arguments));
            outcomes.add(Comparison.of(step, their, our, known));
        }
        return outcomes;
    }
}
