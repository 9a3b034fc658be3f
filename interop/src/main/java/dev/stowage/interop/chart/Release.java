package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.suite.Questions;
import java.io.IOException;

/// The life of a release on a cluster without nodes: what helm itself does, and what it leaves.
record Release(Helm helm, Kubectl kubectl, Chart chart) {

    private static final String OURS = "app.kubernetes.io/instance=stowage";

    void ask(Questions questions) throws InterruptedException {
        questions.holds(
                "helm installs it",
                () -> helm.ask("install", "stowage", chart.folder().toString(), "--namespace", Chart.NAMESPACE));
        questions.equal("an upgrade reaches the processes", "debug", () -> {
            helm.ask(
                    "upgrade",
                    "stowage",
                    chart.folder().toString(),
                    "--namespace",
                    Chart.NAMESPACE,
                    "--set=log.level=debug");
            return kubectl.ask(
                    "get",
                    "daemonset",
                    "stowage-node",
                    "-n",
                    Chart.NAMESPACE,
                    "-o",
                    "jsonpath={.spec.template.spec.containers[0].env[?(@.name==\"STOWAGE_LOG\")].value}");
        });
        questions.equal("nothing of it stays after an uninstallation", "", () -> {
            helm.ask("uninstall", "stowage", "--namespace", Chart.NAMESPACE, "--no-hooks");
            return ours();
        });
        questions.holds(
                "the definitions stay, and with them everybody's snapshots",
                () -> kubectl.ask("get", "crd", "volumesnapshots.snapshot.storage.k8s.io"));
    }

    private String ours() throws IOException, InterruptedException {
        return kubectl.ask(
                "get",
                "daemonsets,deployments,serviceaccounts,configmaps,poddisruptionbudgets,roles,rolebindings,clusterroles,"
                        + "clusterrolebindings,csidrivers,storageclasses,volumesnapshotclasses,volumegroupsnapshotclasses",
                "--all-namespaces",
                "--selector=" + OURS,
                "-o",
                "name");
    }
}
