package dev.stowage.cli.rbac;

import dev.stowage.cli.control.ControlProgram;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.sidecar.program.SidecarProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All components of the cluster, each with its own service account.
final class RoleProcesses implements AutoCloseable {
    static final TestServiceAccount PROVISIONER =
            TestServiceAccount.of("provisioner", "provisioner", "capacity", "leases", "secrets");
    static final TestServiceAccount RESIZER =
            TestServiceAccount.of("resizer", "resizer", "resizer-offline", "own-node");
    static final TestServiceAccount SNAPSHOTTER =
            TestServiceAccount.of("snapshotter", "snapshotter", "snapshotter-groups");
    static final TestServiceAccount HEALTH = TestServiceAccount.of("health", "health", "own-node");
    static final TestServiceAccount CENTRAL =
            TestServiceAccount.of("central", "provisioner", "provisioner-central", "leases");
    static final TestServiceAccount ATTACHER = TestServiceAccount.of("attacher", "attacher", "leases");
    static final TestServiceAccount SNAPSHOTS = TestServiceAccount.of(
            "snapshots",
            "snapshot-controller",
            "snapshot-controller-distributed",
            "snapshot-controller-groups",
            "leases");
    static final TestServiceAccount CONTROL = TestServiceAccount.of("control", "control", "leases");
    static final TestServiceAccount SIGNER = TestServiceAccount.of("signer", "mover-signer");
    static final List<TestServiceAccount> ALL =
            List.of(PROVISIONER, RESIZER, SNAPSHOTTER, HEALTH, CENTRAL, ATTACHER, SNAPSHOTS, CONTROL, SIGNER);

    private final RbacFixture stage;
    private final Environment processEnvironment;
    private final Deque<RunningComponent> open = new ArrayDeque<>();

    RoleProcesses(RbacFixture stage) throws IOException {
        this.stage = stage;
        Environment here = Environment.ofProcess("test", (_, _) -> {});
        Map<String, String> environment = new HashMap<>(here.environment());
        environment.put("NODE_NAME", "node-1");
        environment.put("NAMESPACE", TestServiceAccount.NAMESPACE);
        environment.put("POD_NAME", "plugin-0");
        processEnvironment = here.with(environment);
    }

    void enter(FakeDriver local, FakeDriver disk) throws IOException, InterruptedException {
        role(
                PROVISIONER,
                local,
                "--roles=provisioner",
                "--node-deployment",
                "--node-deployment-base-delay=1ms",
                "--enable-capacity",
                "--capacity-for-immediate-binding",
                "--capacity-poll-interval=200ms",
                "--kube-api-capacity-qps=100");
        role(RESIZER, local, "--roles=resizer", "--node-deployment");
        role(SNAPSHOTTER, local, "--roles=snapshotter", "--node-deployment");
        role(HEALTH, local, "--roles=health", "--node-deployment", "--list-volumes-interval=200ms");
        role(CENTRAL, disk, "--roles=provisioner", "--leader-election");
        role(ATTACHER, disk, "--roles=attacher", "--leader-election");
        controllers(
                SNAPSHOTS,
                "--controllers=snapshot-controller",
                "--leader-election",
                "--leader-election-namespace=" + TestServiceAccount.NAMESPACE,
                "--enable-distributed-snapshotting",
                "--feature-gates=CSIVolumeGroupSnapshot=true");
        controllers(
                CONTROL,
                "--controllers=*,-snapshot-controller",
                "--leader-election",
                "--leader-election-namespace=" + TestServiceAccount.NAMESPACE);
        signer();
    }

    private void signer() throws IOException, InterruptedException {
        List<String> line = List.of(
                "--kubeconfig=" + stage.add(SIGNER),
                "--roles=mover-signer",
                "--any-node-users=" + RbacCertificates.REQUESTER);
        open.push(SidecarProgram.open(line, processEnvironment, why -> {}));
    }

    private void role(TestServiceAccount testServiceAccount, FakeDriver driver, String... flags)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                "--kubeconfig=" + stage.add(testServiceAccount),
                "--csi-address=" + driver.address(),
                "--leader-election-namespace=" + TestServiceAccount.NAMESPACE,
                "--retry-interval-start=100ms",
                "--retry-interval-max=1s"));
        line.addAll(List.of(flags));
        open.push(SidecarProgram.open(line, processEnvironment, why -> {}));
    }

    private void controllers(TestServiceAccount testServiceAccount, String... flags)
            throws IOException, InterruptedException {
        Path kubeconfig = stage.add(testServiceAccount);
        List<String> line = new ArrayList<>(List.of("--kubeconfig=" + kubeconfig));
        line.addAll(List.of(flags));
        open.push(ControlProgram.open(line, processEnvironment, why -> {}));
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
