package dev.stowage.interop.kubectl;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Runs a script of kubectl calls against kube-apiserver and against our server; the responses must be the same.
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
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.KUBE_APISERVER, ReferenceProgram.KUBECTL);
    }

    @Override
    public Set<DebianPackage> packages() {
        return ControlPlane.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        ControlPlane theirs = ControlPlane.start(workspace, Parts.SERVER_ONLY);
        ControlPlane ours = ControlPlane.start(workspace, Parts.EMBEDDED_ONLY);
        AcceptedDifferences known = AcceptedDifferences.read();
        List<CheckResult> results = new ArrayList<>();
        for (KubectlInvocation kubectlInvocation : KubectlScript.read()) {
            String[] arguments = kubectlInvocation.arguments().toArray(String[]::new);
            if (kubectlInvocation.awaited()) {
                for (ControlPlane server : List.of(theirs, ours)) {
                    Await.until(
                            "success of kubectl " + kubectlInvocation.command(),
                            SOON,
                            List.of(),
                            () -> server.kubectl().run(arguments).succeeded());
                }
                continue;
            }
            NormalizedOutput their = NormalizedOutput.of(
                    kubectlInvocation, theirs.kubectl().runWith(kubectlInvocation.input(), arguments));
            NormalizedOutput our = NormalizedOutput.of(
                    kubectlInvocation, ours.kubectl().runWith(kubectlInvocation.input(), arguments));
            results.add(OutputComparison.of(kubectlInvocation, their, our, known));
        }
        return results;
    }
}
