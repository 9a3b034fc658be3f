package dev.stowage.cli.rbac;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;

/// User actions on claims, pods and snapshots, including failures.
final class RbacScenario {
    static final String LOCAL = "local.example.com";
    static final String DISK = "disk.example.com";

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String NS = "default";

    private final RbacFixture stage;
    private final ObservedRequests observedRequests;
    private final FakeDriver local;

    RbacScenario(RbacFixture stage, ObservedRequests observedRequests, FakeDriver local) {
        this.stage = stage;
        this.observedRequests = observedRequests;
        this.local = local;
    }

    void prepare() throws IOException, InterruptedException {
        stage.create(Kinds.NODES, "", """
                {'metadata': {'name': 'node-1',
                  'annotations': {'volumes.kubernetes.io/controller-managed-attach-detach': 'true'}, 'labels': {
                  'topology.local.example.com/node': 'node-1', 'topology.disk.example.com/node': 'node-1'}}}""");
        stage.create(Kinds.CSI_NODES, "", """
                {'metadata': {'name': 'node-1'}, 'spec': {'drivers': [
                  {'name': 'disk.example.com', 'nodeID': 'node-1',
                   'topologyKeys': ['topology.disk.example.com/node']}]}}""");
        stage.create(Kinds.CSI_DRIVERS, "", "{'metadata': {'name': '" + DISK + "'}, 'spec': {'attachRequired': true}}");
        stage.create(
                Kinds.CSI_DRIVERS, "", "{'metadata': {'name': '" + LOCAL + "'}, 'spec': {'attachRequired': false}}");
        stage.create(Kinds.SECRETS, NS, "{'metadata': {'name': 'key'}, 'stringData': {'key': 'open'}}");
        String secret = """
                , 'parameters': {'csi.storage.k8s.io/provisioner-secret-name': 'key',
                                 'csi.storage.k8s.io/provisioner-secret-namespace': 'default'}""";
        storageClass("local", LOCAL, secret);
        storageClass("extra", LOCAL, "");
        storageClass("disk", DISK, "");
        for (String name : List.of("gold", "silver")) {
            stage.create(Kinds.ATTRIBUTES_CLASSES, "", """
                    {'metadata': {'name': '%s'}, 'driverName': 'local.example.com', 'parameters': {'tier': '%s'}}""".formatted(name, name));
        }
        for (var kind : List.of(Kinds.SNAPSHOT_CLASSES, Kinds.GROUP_SNAPSHOT_CLASSES)) {
            stage.create(kind, "", """
                    {'metadata': {'name': 'usual'}, 'driver': 'local.example.com', 'deletionPolicy': 'Delete'}""");
        }
        for (String namespace : List.of(NS, TestServiceAccount.NAMESPACE)) {
            stage.create(Kinds.SERVICE_ACCOUNTS, namespace, "{'metadata': {'name': 'default'}}");
        }
        stage.create(Kinds.PODS, TestServiceAccount.NAMESPACE, """
                {'metadata': {'name': 'plugin-0', 'ownerReferences': [
                  {'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'name': 'plugin', 'uid': 'u-1', 'controller': true}]},
                 'spec': {'serviceAccountName': 'default', 'containers': [{'name': 'main', 'image': 'x'}]}}""");
    }

    private void storageClass(String name, String driver, String more) throws IOException, InterruptedException {
        stage.create(Kinds.STORAGE_CLASSES, "", """
                {'metadata': {'name': '%s'}, 'provisioner': '%s', 'volumeBindingMode': 'Immediate',
                 'allowVolumeExpansion': true%s}""".formatted(name, driver, more));
    }

    void play() throws IOException, InterruptedException {
        beQuicker();
        provision();
        change();
        copy();
        fallIll();
        attach();
        count();
        clear();
    }

    /// Each of these changes comes just before a write of a role, so that the write fails and is decided again.
    private void beQuicker() {
        observedRequests.beforeNext(
                RoleProcesses.PROVISIONER,
                "patch",
                "persistentvolumes",
                authorizationAttributes -> hold(authorizationAttributes.name()));
        observedRequests.beforeNext(
                RoleProcesses.ATTACHER,
                "patch",
                "persistentvolumes",
                authorizationAttributes -> hold(authorizationAttributes.name()));
        observedRequests.beforeNext(
                RoleProcesses.ATTACHER,
                "patch",
                "volumeattachments",
                authorizationAttributes -> touch(Kinds.ATTACHMENTS, authorizationAttributes.name()));
        observedRequests.beforeNext(
                RoleProcesses.CONTROL,
                "patch",
                "nodes/status",
                authorizationAttributes -> touch(Kinds.NODES, authorizationAttributes.name()));
    }

    private void hold(String volume) {
        during(() -> stage.api()
                .patch(
                        Kinds.VOLUMES,
                        "",
                        volume,
                        Patch.strategic(RbacFixture.json("{'metadata': {'finalizers': ['example.com/hold']}}"))));
    }

    private void touch(Kind<?> kind, String name) {
        during(() -> {
            stage.merge(kind, "", name, "{'metadata': {'labels': {'touched': 'yes'}}}");
            return name;
        });
    }

    private static void during(Callable<?> change) {
        try {
            change.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void claim(String name, String storageClass, String more) throws IOException, InterruptedException {
        stage.create(Kinds.CLAIMS, NS, """
                {'metadata': {'name': '%s', 'labels': {'group': '%s'}}, 'spec': {'accessModes': ['ReadWriteOnce'],
                 'resources': {'requests': {'storage': '1Mi'}}, 'storageClassName': '%s'%s}}""".formatted(name, storageClass, storageClass, more));
    }

    private void provision() throws IOException, InterruptedException {
        local.fails(true);
        claim("a", "local", ", 'volumeAttributesClassName': 'gold'");
        claim("b", "local", "");
        claim("d", "disk", "");
        untilRepeated(RoleProcesses.PROVISIONER);
        local.fails(false);
        untilBound("a", "b", "d");
    }

    private void change() throws IOException, InterruptedException {
        local.fails(true);
        stage.merge(Kinds.CLAIMS, NS, "a", """
                {'spec': {'resources': {'requests': {'storage': '2Mi'}}, 'volumeAttributesClassName': 'silver'}}""");
        snapshot("s");
        stage.create(Kinds.GROUP_SNAPSHOTS, NS, """
                {'metadata': {'name': 'g'}, 'spec': {'volumeGroupSnapshotClassName': 'usual',
                 'source': {'selector': {'matchLabels': {'group': 'local'}}}}}""");
        // A snapshot of a claim that does not exist.
        snapshot("lost");
        untilRepeated(RoleProcesses.RESIZER);
        untilRepeated(RoleProcesses.SNAPSHOTTER);
        local.fails(false);
        until("growth", () -> claim("a").at("/status/capacity/storage").asText().equals("2Mi"));
        until(
                "change",
                () -> claim("a")
                        .at("/status/currentVolumeAttributesClassName")
                        .asText()
                        .equals("silver"));
        until(
                "snapshot",
                () -> stage.get(Kinds.SNAPSHOTS, NS, "s")
                        .at("/status/readyToUse")
                        .asBoolean());
        until(
                "group",
                () -> stage.get(Kinds.GROUP_SNAPSHOTS, NS, "g")
                        .at("/status/readyToUse")
                        .asBoolean());
    }

    private void snapshot(String name) throws IOException, InterruptedException {
        stage.create(Kinds.SNAPSHOTS, NS, """
                {'metadata': {'name': '%s'}, 'spec': {'volumeSnapshotClassName': 'usual',
                 'source': {'persistentVolumeClaimName': '%s'}}}""".formatted(name, name.equals("s") ? "a" : name));
    }

    private void copy() throws IOException, InterruptedException {
        claim("clone", "local", """
                , 'dataSource': {'kind': 'PersistentVolumeClaim', 'name': 'b'}""");
        claim("restore", "local", """
                , 'dataSource': {'apiGroup': 'snapshot.storage.k8s.io', 'kind': 'VolumeSnapshot', 'name': 's'}""");
        untilBound("clone", "restore");
    }

    private void fallIll() {
        local.isIll(true);
        until("trouble", () -> observedRequests.hasAsked(RoleProcesses.HEALTH, "create", "events"));
        until("the same trouble, again and again", () -> {
            local.isIll(false);
            pause();
            local.isIll(true);
            pause();
            return observedRequests.hasAsked(RoleProcesses.HEALTH, "patch", "events");
        });
    }

    private void pause() {
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
    }

    private void attach() throws IOException, InterruptedException {
        stage.mergeStatus(Kinds.NODES, "", "node-1", "{'status': {'volumesInUse': []}}");
        pod("p", "{'name': 'data', 'persistentVolumeClaim': {'claimName': 'd'}}");
        pod("e", """
                {'name': 'data', 'ephemeral': {'volumeClaimTemplate': {'spec': {'accessModes': ['ReadWriteOnce'],
                 'resources': {'requests': {'storage': '1Mi'}}, 'storageClassName': 'local'}}}}""");
        until("attachment", () -> stage.all(Kinds.ATTACHMENTS).stream().anyMatch(attachment -> attachment.attached()));
        untilBound("e-data");
    }

    private void pod(String name, String volume) throws IOException, InterruptedException {
        stage.create(Kinds.PODS, NS, """
                {'metadata': {'name': '%s'}, 'spec': {'nodeName': 'node-1', 'terminationGracePeriodSeconds': 0,
                 'containers': [{'name': 'main', 'image': 'x', 'volumeMounts': [{'name': 'data', 'mountPath': '/d'}]}],
                 'volumes': [%s]}}""".formatted(name, volume));
    }

    private void count() throws IOException, InterruptedException {
        until("capacity", () -> stage.all(Kinds.STORAGE_CAPACITIES).size() >= 2);
        local.has(1L << 30);
        until(
                "less capacity",
                () -> observedRequests.hasAsked(RoleProcesses.PROVISIONER, "patch", "csistoragecapacities"));
        stage.delete(Kinds.STORAGE_CLASSES, "", "extra");
        until(
                "no capacity",
                () -> observedRequests.hasAsked(RoleProcesses.PROVISIONER, "delete", "csistoragecapacities"));
    }

    private void clear() throws IOException, InterruptedException {
        for (String pod : List.of("p", "e")) {
            stage.delete(Kinds.PODS, NS, pod);
        }
        for (String snapshot : List.of("s", "lost")) {
            stage.delete(Kinds.SNAPSHOTS, NS, snapshot);
        }
        stage.delete(Kinds.GROUP_SNAPSHOTS, NS, "g");
        for (String claim : List.of("clone", "restore", "a", "b", "d", "e-data")) {
            stage.delete(Kinds.CLAIMS, NS, claim);
        }
        for (String name : List.of("gold", "silver")) {
            stage.delete(Kinds.ATTRIBUTES_CLASSES, "", name);
        }
        until("the end of all volumes", () -> {
            letGo();
            return stage.all(Kinds.VOLUMES).isEmpty();
        });
        until(
                "the end of all contents",
                () -> stage.all(Kinds.SNAPSHOT_CONTENTS).isEmpty()
                        && stage.all(Kinds.GROUP_SNAPSHOT_CONTENTS).isEmpty());
    }

    private void letGo() throws IOException, InterruptedException {
        for (var volume : stage.all(Kinds.VOLUMES)) {
            if (volume.isBeingDeleted() && volume.meta().finalizers().equals(List.of("example.com/hold"))) {
                stage.merge(Kinds.VOLUMES, "", volume.meta().name(), "{'metadata': {'finalizers': null}}");
            }
        }
    }

    private JsonNode claim(String name) throws IOException, InterruptedException {
        return stage.get(Kinds.CLAIMS, NS, name);
    }

    private void untilBound(String... claims) {
        for (String name : claims) {
            until(
                    "claim " + name,
                    () -> claim(name).at("/status/phase").asText().equals("Bound"));
        }
    }

    /// Waits until the same event occurs again, which increments its count.
    private void untilRepeated(TestServiceAccount account) {
        until(account.name() + " again", () -> observedRequests.hasAsked(account, "patch", "events"));
    }

    private void until(String what, Callable<Boolean> holds) {
        try {
            await(what).atMost(LONG).pollInterval(Duration.ofMillis(100)).until(holds);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(what + "; not granted: " + observedRequests.missing(RoleProcesses.ALL), e);
        }
    }
}
