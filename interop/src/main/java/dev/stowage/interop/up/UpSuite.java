package dev.stowage.interop.up;

import static dev.stowage.interop.up.UpOutput.require;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.cluster.RealContainerd;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The whole system in one process, used with kubectl.
public final class UpSuite implements Suite {
    private static final Duration SOON = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "up";
    }

    @Override
    public String summary() {
        return "Runs pods with volumes on ./stowage up, which stops cleanly and continues after a restart.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(20);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.KUBECTL);
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealContainerd.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "mounting volumes needs root"));
        }
        SuiteChecks checks = new SuiteChecks();
        Path data = workspace.directory("up");
        UpProcess up = UpProcess.start(workspace, "up", data, 2);
        workspace.report("everything is up");
        new StreamChecks(up.kubectl(), workspace.logs()).run(checks);
        new UpChecks(up.kubectl(), data).run(checks);
        new UpWorkloadChecks(up.kubectl()).run(checks);
        checks.holds("a pod runs before Ctrl-C", () -> {
            up.kubectl().apply(UpChecks.pod("stays", "stays", "stowage", "echo again >> /data/file; sleep 1000"));
            awaitLines(up.kubectl(), "stays", "again");
        });
        checks.holds("Ctrl-C stops it and shows what it does", () -> {
            up.interrupt();
            String said = Files.readString(up.daemon().log());
            require(
                    said.contains("Stopping 1 pod and unmounting 2 volumes of node-")
                            && said.contains("Stopping the API server"),
                    said);
        });
        checks.leavesNothing(data, " after Ctrl-C");
        UpCommands commands = new UpCommands(workspace, data);
        workspace.own((AutoCloseable) commands::clear);
        workspace.report("starting again, in the background");
        again(commands, checks);
        workspace.report("killed");
        killed(commands, checks);
        workspace.report("with containerd");
        new UpCriChecks(workspace).run(checks);
        return checks.results();
    }

    private static void again(UpCommands commands, SuiteChecks checks) throws InterruptedException {
        checks.holds(
                "--detach returns when everything is ready and prints the kubeconfig once",
                () -> require(
                        commands.detach()
                                        .lines()
                                        .filter(line -> line.equals(
                                                "KUBECONFIG=" + commands.data().resolve("kubeconfig")))
                                        .count()
                                == 1,
                        "no such line"));
        checks.holds(
                "the pod runs again and finds its file",
                () -> awaitLines(commands.kubectl("detached"), "stays", "again\nagain"));
        checks.holds("status shows nodes, drivers, volumes and pods", () -> {
            // A pod runs a moment before its status says so.
            Await.until("such a status", SOON, List.of(), () -> {
                String said = commands.status();
                require(
                        said.contains("node-2, ready, disk.stowage.dev, local.stowage.dev")
                                && said.contains("1 (1 Bound)")
                                && said.contains("1 (1 Running)"),
                        said);
                return true;
            });
            require(commands.status("-o", "json").contains("\"running\":true"), "no JSON");
        });
        checks.holds(
                "stowage kubectl finds the cluster",
                () -> require(
                        commands.output("kubectl", "--data=" + commands.data(), "get", "nodes", "-o", "name")
                                .contains("node/node-1"),
                        "no node"));
        checks.holds("a second cluster in the same directory is refused with one line", () -> {
            ProcessResult second = commands.run("up", "--data=" + commands.data(), "--port=0");
            require(
                    second.exit() == 1
                            && second.err().lines().count() == 1
                            && second.err().contains("another cluster is running in"),
                    second.err());
        });
    }

    private static void killed(UpCommands commands, SuiteChecks checks) throws InterruptedException {
        checks.holds("a new run takes over after kill -9", () -> {
            commands.kill();
            String said = commands.detach("--nodes=2");
            require(said.contains("The last run was killed; taken over"), said);
        });
        checks.holds("the pod kept running", () -> awaitLines(commands.kubectl("next"), "stays", "again\nagain"));
        checks.holds("it continues with one node less", () -> {
            commands.kill();
            String said = commands.detach("--nodes=1");
            require(said.contains("The last run was killed; ") && said.contains("Removed node-2"), said);
            require(!commands.status().contains("node-2"), "node-2 is still there");
            // With one node less, all pods are restarted.
            awaitLines(commands.kubectl("fewer"), "stays", "again\nagain\nagain");
        });
        checks.holds("down stops it and prints what it stopped", () -> {
            String said = commands.down();
            require(said.contains("Nothing is left mounted or running"), said);
        });
        checks.leavesNothing(commands.data(), " after down");
        checks.holds("down cleans up after kill -9", () -> {
            commands.detach("--nodes=2");
            // One more line: pods are restarted after each clean stop.
            awaitLines(commands.kubectl("last"), "stays", "again\nagain\nagain\nagain");
            commands.kill();
            String said = commands.down();
            require(said.contains("The cluster had been killed") && said.contains("Nothing is left"), said);
        });
        checks.leavesNothing(commands.data(), " after kill -9 and down");
    }

    private static void awaitLines(Kubectl kubectl, String pod, String lines) throws IOException, InterruptedException {
        Await.until(
                "\"" + lines.replace("\n", ", ") + "\" in the file of pod " + pod,
                SOON,
                List.of(),
                () -> kubectl.output("exec", pod, "--", "cat", "/data/file").equals(lines));
    }
}
