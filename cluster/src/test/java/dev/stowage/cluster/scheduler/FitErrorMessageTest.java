package dev.stowage.cluster.scheduler;

import static dev.stowage.cluster.scheduler.SchedulingTestState.onlyOn;
import static dev.stowage.cluster.scheduler.SchedulingTestState.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every message about an unschedulable pod, as kube-scheduler writes it.
class FitErrorMessageTest {
    private static final String HOPELESS =
            " preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";
    private static final String NO_VICTIMS =
            " preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.";
    private static final String IN_USE =
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod";

    private static Arguments row(String behaviour, SchedulingTestState schedulingTestState, Pod pod, String message) {
        return Arguments.of(behaviour, schedulingTestState, pod, message);
    }

    private static SchedulingTestState two() {
        return new SchedulingTestState().node("a", "{'host':'a'}", "{}").node("b", "{'host':'b'}", "{}");
    }

    private static SchedulingTestState slow() {
        return two().storageClass("slow", "csi.example.com", "").delayed("data", "2Gi");
    }

    private static SchedulingTestState manual() {
        return two().storageClass("slow", "kubernetes.io/no-provisioner", "").delayed("data", "2Gi");
    }

    private static Pod asking(String resource, String amount) {
        return pod("p", "{'containers':[{'resources':{'requests':{'%s':'%s'}}}]}".formatted(resource, amount));
    }

    static Stream<Arguments> ofNodes() {
        String taint = "{'taints':[{'key':'k','value':'v','effect':'NoSchedule'}]}";
        String port = "{'containers':[{'ports':[{'hostPort':80}]}]}";
        String host = "'nodeSelectorTerms':[{'matchFields':[{'key':'metadata.name','operator':'In','values':['b']}]}]";
        String named =
                "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{%s}}}".formatted(host);
        SchedulingTestState full = two();
        SchedulingTestState ports = two();
        for (String node : new String[] {"a", "b"}) {
            ports.running(node, pod("web-" + node, port));
            for (int i = 0; i < 10; i++) {
                full.running(node, pod("p" + i + node, "{}"));
            }
        }
        return Stream.of(
                row("none", new SchedulingTestState(), pod("p", "{}"), "no nodes available to schedule pods"),
                row(
                        "cordoned",
                        new SchedulingTestState()
                                .node("a", "{}", "{'unschedulable':true}")
                                .node("b", "{}", taint),
                        pod("p", "{}"),
                        "0/2 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable."
                                + HOPELESS),
                row(
                        "selector",
                        two(),
                        pod("p", "{'nodeSelector':{'disk':'fast'}}"),
                        "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector." + HOPELESS),
                row(
                        "by name",
                        two(),
                        pod("p", "{'nodeSelector':{'disk':'fast'},%s}".formatted(named)),
                        "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector,"
                                + " 1 node(s) didn't satisfy plugin(s) [NodeAffinity]." + HOPELESS),
                row(
                        "ports",
                        ports,
                        pod("p", port),
                        "0/2 nodes are available: 2 node(s) didn't have free ports for the requested pod ports."
                                + NO_VICTIMS),
                row("pods", full, pod("p", "{}"), "0/2 nodes are available: 2 Too many pods." + NO_VICTIMS),
                row(
                        "more than a node has",
                        two(),
                        asking("cpu", "5"),
                        "0/2 nodes are available: 2 Insufficient cpu." + HOPELESS),
                row(
                        "more than is left",
                        two().running("a", asking("memory", "6Gi")).running("b", asking("memory", "9Gi")),
                        asking("memory", "3Gi"),
                        "0/2 nodes are available: 2 Insufficient memory." + NO_VICTIMS),
                row(
                        "of what no node has",
                        two(),
                        asking("example.com/gpu", "1"),
                        "0/2 nodes are available: 2 Insufficient example.com/gpu." + HOPELESS),
                row(
                        "evicting would help",
                        two().running("a", asking("cpu", "3")),
                        pod(
                                "p",
                                "{'priority':10,'nodeSelector':{'host':'a'},"
                                        + "'containers':[{'resources':{'requests':{'cpu':'2'}}}]}"),
                        "0/2 nodes are available: 1 Insufficient cpu,"
                                + " 1 node(s) didn't match Pod's node affinity/selector."));
    }

    static Stream<Arguments> ofClaims() {
        return Stream.of(
                row(
                        "missing",
                        two(),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: persistentvolumeclaim \"data\" not found." + HOPELESS),
                row(
                        "ephemeral, not made yet",
                        two(),
                        pod("p", "{'volumes':[{'name':'v','ephemeral':{'volumeClaimTemplate':{}}}]}"),
                        "0/2 nodes are available: waiting for ephemeral volume controller to create the"
                                + " persistentvolumeclaim \"p-v\"." + HOPELESS),
                row(
                        "ephemeral, of somebody else",
                        two().claim("p-v", "1Gi", ""),
                        pod("p", "{'volumes':[{'name':'v','ephemeral':{'volumeClaimTemplate':{}}}]}"),
                        "0/2 nodes are available: PVC ns/p-v was not created for pod ns/p (pod is not owner)."
                                + HOPELESS),
                row(
                        "being deleted",
                        two().claim("data", "1Gi", "@,'deletionTimestamp':'2026-01-01T00:00:00Z'"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: persistentvolumeclaim \"data\" is being deleted." + HOPELESS),
                row(
                        "immediate and unbound",
                        two().claim("data", "1Gi", ""),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims." + HOPELESS),
                row(
                        "named and unbound",
                        slow().claim("data", "1Gi", ",'storageClassName':'slow','volumeName':'v'"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims." + HOPELESS),
                row(
                        "its volume is gone",
                        two().boundTo("data", "v"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: persistentvolume \"v\" not found." + HOPELESS));
    }

    static Stream<Arguments> ofVolumes() {
        String csi = ",'csi':{'driver':'d','volumeHandle':'%s'}";
        String once = ",'volumeName':'v','accessModes':['ReadWriteOncePod']"
                + "@,'annotations':{'pv.kubernetes.io/bind-completed':'yes'}";
        SchedulingTestState limited = two().csiNode("a", "d", 1)
                .csiNode("b", "d", 1)
                .volume("v", "1Gi", "{}", csi.formatted("v"))
                .volume("w", "1Gi", "{}", csi.formatted("w"))
                .volume("x", "1Gi", "{}", csi.formatted("x"))
                .boundTo("data", "v")
                .boundTo("other", "w")
                .running("a", pod("q", "{}", "other"))
                .attached("a", "d", "w")
                .attached("b", "d", "x");
        return Stream.of(
                row(
                        "one pod only",
                        two().volume("v", "1Gi", "{}", "")
                                .claim("data", "1Gi", once)
                                .running("a", pod("q", "{}", "data")),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 " + IN_USE + "." + NO_VICTIMS),
                row(
                        "limit",
                        limited,
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 node(s) exceed max volume count." + NO_VICTIMS),
                row(
                        "elsewhere",
                        two().volume("v", "1Gi", "{}", onlyOn("c")).boundTo("data", "v"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 node(s) didn't match PersistentVolume's node affinity." + HOPELESS),
                row(
                        "another zone",
                        new SchedulingTestState()
                                .node("a", "{'topology.kubernetes.io/zone':'z1'}", "{}")
                                .node("b", "{'failure-domain.beta.kubernetes.io/zone':'z2'}", "{}")
                                .volume("v", "1Gi", "{'topology.kubernetes.io/zone':'z3__z4'}", "")
                                .boundTo("data", "v"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 node(s) had no available volume zone." + HOPELESS),
                row(
                        "no volume will do",
                        manual().volume("small", "1Gi", "{}", "")
                                .volume("far", "4Gi", "{}", onlyOn("c"))
                                .volume("raw", "4Gi", "{}", ",'volumeMode':'Block'")
                                .volume("taken", "4Gi", "{}", ",'claimRef':{'namespace':'ns','name':'x','uid':'y'}"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind."
                                + HOPELESS),
                row(
                        "made for another node",
                        slow().claim(
                                        "data",
                                        "1Gi",
                                        ",'storageClassName':'slow'@,'annotations':{'volume.kubernetes.io/selected-node':'c'}"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind."
                                + HOPELESS),
                row(
                        "topologies of the class",
                        slow().storageClass(
                                        "slow",
                                        "csi.example.com",
                                        ",'allowedTopologies':[{'matchLabelExpressions':[{'key':'host','values':['c']}]}]"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind."
                                + HOPELESS),
                row(
                        "no capacity known",
                        slow().tracking("csi.example.com"),
                        pod("p", "{}", "data"),
                        "0/2 nodes are available: 2 node(s) did not have enough free storage." + HOPELESS),
                row(
                        "both at once",
                        slow().tracking("csi.example.com")
                                .volume("v", "1Gi", "{}", onlyOn("a"))
                                .boundTo("old", "v"),
                        pod("p", "{}", "data", "old"),
                        "0/2 nodes are available: 1 node(s) didn't match PersistentVolume's node affinity,"
                                + " 2 node(s) did not have enough free storage." + HOPELESS));
    }

    static Stream<Arguments> ofPods() {
        String term =
                "{'affinity':{'%s':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'host','labelSelector':{'matchLabels':{'app':'web'}}%s}]}}}";
        String near = term.formatted("podAffinity", "");
        String apart = term.formatted("podAntiAffinity", "");
        SchedulingTestState webs = two().running("a", labelled("w1", "{}")).running("b", labelled("w2", "{}"));
        SchedulingTestState shy = two().running("a", labelled("w1", apart)).running("b", labelled("w2", apart));
        return Stream.of(
                row(
                        "nobody to be with",
                        two(),
                        pod("p", near),
                        "0/2 nodes are available: 2 node(s) didn't match pod affinity rules." + HOPELESS),
                row(
                        "with those it must not be with",
                        webs,
                        pod("p", apart),
                        "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules." + NO_VICTIMS),
                row(
                        "with those that do not want it",
                        shy,
                        labelled("p", "{}"),
                        "0/2 nodes are available: 2 node(s) didn't satisfy existing pods anti-affinity rules."
                                + NO_VICTIMS),
                row(
                        "with those of another namespace only",
                        webs,
                        pod("p", term.formatted("podAffinity", ",'namespaceSelector':{'matchLabels':{'team':'b'}}")),
                        "0/2 nodes are available: 2 node(s) didn't match pod affinity rules." + HOPELESS),
                row(
                        "never to evict",
                        webs,
                        pod("p", apart.replaceFirst("\\{", "{'preemptionPolicy':'Never',")),
                        "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules."
                                + " preemption: not eligible due to preemptionPolicy=Never."));
    }

    private static Pod labelled(String name, String spec) {
        return SchedulingTestState.read(
                Kinds.PODS,
                "{'metadata':{'namespace':'ns','name':'%s','labels':{'app':'web'}},'spec':%s}".formatted(name, spec));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"ofNodes", "ofClaims", "ofVolumes", "ofPods"})
    void sentenceIs(String behaviour, SchedulingTestState schedulingTestState, Pod pod, String message) {
        assertThat(SchedulingDecision.of(pod, schedulingTestState.schedulingState()))
                .as(behaviour)
                .isInstanceOfSatisfying(
                        SchedulingDecision.NoFit.class,
                        noFit -> assertThat(noFit.message()).isEqualTo(message));
    }
}
