package dev.stowage.cli.rights;

import dev.stowage.cli.control.ControlProgram;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
import dev.stowage.sidecar.program.SidecarProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Everybody who works on the cluster, each under an account of its own.
final class Cast implements AutoCloseable {
    static final Account PROVISIONER = Account.of("provisioner", "provisioner", "capacity", "leases", "secrets");
    static final Account RESIZER = Account.of("resizer", "resizer", "resizer-offline", "own-node");
    static final Account SNAPSHOTTER = Account.of("snapshotter", "snapshotter", "snapshotter-groups");
    static final Account HEALTH = Account.of("health", "health", "own-node");
    static final Account CENTRAL = Account.of("central", "provisioner", "provisioner-central", "leases");
    static final Account ATTACHER = Account.of("attacher", "attacher", "leases");
    static final Account SNAPSHOTS = Account.of(
            "snapshots",
            "snapshot-controller",
            "snapshot-controller-distributed",
            "snapshot-controller-groups",
            "leases");
    static final Account CONTROL = Account.of("control", "control", "leases");
    static final List<Account> ALL =
            List.of(PROVISIONER, RESIZER, SNAPSHOTTER, HEALTH, CENTRAL, ATTACHER, SNAPSHOTS, CONTROL);

    private final RightsStage stage;
    private final Environment around;
    private final Deque<RunningComponent> open = new ArrayDeque<>();

    Cast(RightsStage stage) throws IOException {
        this.stage = stage;
        Environment here = Environment.ofProcess("test", (_, _) -> {});
        Map<String, String> environment = new HashMap<>(here.environment());
        environment.put("NODE_NAME", "node-1");
        environment.put("NAMESPACE", Account.NAMESPACE);
        environment.put("POD_NAME", "plugin-0");
        around = here.with(environment);
    }

    void enter(AbleDriver local, AbleDriver disk) throws IOException, InterruptedException {
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
                "--leader-election-namespace=" + Account.NAMESPACE,
                "--enable-distributed-snapshotting",
                "--feature-gates=CSIVolumeGroupSnapshot=true");
        controllers(
                CONTROL,
                "--controllers=*,-snapshot-controller",
                "--leader-election",
                "--leader-election-namespace=" + Account.NAMESPACE);
    }

    private void role(Account account, AbleDriver driver, String... flags) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                "--kubeconfig=" + stage.add(account),
                "--csi-address=" + driver.address(),
                "--leader-election-namespace=" + Account.NAMESPACE,
                "--retry-interval-start=100ms",
                "--retry-interval-max=1s"));
        line.addAll(List.of(flags));
        open.push(SidecarProgram.open(line, around, why -> {}));
    }

    private void controllers(Account account, String... flags) throws IOException, InterruptedException {
        Path kubeconfig = stage.add(account);
        List<String> line = new ArrayList<>(List.of("--kubeconfig=" + kubeconfig));
        line.addAll(List.of(flags));
        open.push(ControlProgram.open(line, around, why -> {}));
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
