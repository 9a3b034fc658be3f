package dev.stowage.interop.clients;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.MissingToolException;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Clients in other languages, with the kubeconfig that `./stowage apiserver` writes. Each lists, watches,
/// creates and deletes an object, and must see both events. Those for Java are tested in the module
/// `apiserver/clients`.
public final class ClientsSuite implements Suite {
    private static final Duration READY = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Override
    public String name() {
        return "clients";
    }

    @Override
    public String summary() {
        return "client-go, kubectl and the clients for Python and JavaScript work with our API server.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(15);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.CLIENT_GO, ReferenceProgram.KUBECTL, ReferenceProgram.KUBECTL_1_32);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        Path kubeconfig = startServer(workspace);
        Path clientGo = Path.of(workspace.programs().path(ReferenceProgram.CLIENT_GO));
        // Beside the reference programs, which are kept between runs as well.
        Path cache = clientGo.resolve("../..").normalize();
        SuiteChecks checks = new SuiteChecks();
        checks.holds(
                "client-go " + ReferenceProgram.CLIENT_GO.version() + " lists, watches, creates and deletes",
                () -> script(List.of(clientGo.toString()), kubeconfig, "from-go"));
        for (ClientPackage clientPackage : ClientPackage.values()) {
            String name = clientPackage.title() + " lists, watches, creates and deletes";
            try {
                List<String> argv = clientPackage.install(cache);
                checks.holds(name, () -> script(argv, kubeconfig, clientPackage.objectName()));
            } catch (MissingToolException e) {
                checks.skip(name, String.valueOf(e.getMessage()));
            }
        }
        for (ReferenceProgram program : List.of(ReferenceProgram.KUBECTL, ReferenceProgram.KUBECTL_1_32)) {
            Path scratch = workspace.directory(program.program());
            Kubectl kubectl = new Kubectl(workspace.programs().path(program), kubeconfig, scratch);
            new KubectlChecks(workspace, kubectl, program).run(checks);
        }
        return checks.results();
    }

    /// @return its kubeconfig
    private static Path startServer(SuiteWorkspace workspace) throws IOException, InterruptedException {
        Path folder = workspace.directory("apiserver");
        Path kubeconfig = folder.resolve("kubeconfig");
        List<String> arguments =
                List.of("apiserver", "--data=" + folder.resolve("data"), "--port=0", "--kubeconfig-out=" + kubeconfig);
        Daemon daemon = workspace.own(Daemon.start("apiserver", workspace.logs(), StowageProgram.launched(arguments)));
        Await.until("the kubeconfig of stowage apiserver", READY, List.of(daemon), () -> Files.exists(kubeconfig));
        return kubeconfig;
    }

    private static void script(List<String> command, Path kubeconfig, String name)
            throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(command);
        argv.add(kubeconfig.toString());
        argv.add(name);
        String out = ProcessRunner.run(PATIENCE, argv).orThrow();
        if (!out.strip().endsWith("done")) {
            throw new IOException("ended without an error, and said only: " + out.strip());
        }
    }
}
