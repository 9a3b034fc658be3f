package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;

/// The lifecycle of a release on a cluster without nodes: what helm does, and what it leaves.
record HelmReleaseChecks(Helm helm, Kubectl kubectl, HelmChart helmChart) {

    private static final String OURS = "app.kubernetes.io/instance=stowage";

    void run(SuiteChecks checks) throws InterruptedException {
        checks.holds(
                "helm installs the chart",
                () -> helm.output(
                        "install", "stowage", helmChart.folder().toString(), "--namespace", HelmChart.NAMESPACE));
        checks.equal("an upgrade reaches the running processes", "debug", () -> {
            helm.output(
                    "upgrade",
                    "stowage",
                    helmChart.folder().toString(),
                    "--namespace",
                    HelmChart.NAMESPACE,
                    "--set=log.level=debug");
            return kubectl.output(
                    "get",
                    "daemonset",
                    "stowage-node",
                    "-n",
                    HelmChart.NAMESPACE,
                    "-o",
                    "jsonpath={.spec.template.spec.containers[0].env[?(@.name==\"STOWAGE_LOG\")].value}");
        });
        checks.equal("helm uninstall leaves nothing behind", "", () -> {
            helm.output("uninstall", "stowage", "--namespace", HelmChart.NAMESPACE, "--no-hooks");
            return ours();
        });
        checks.holds(
                "the CRDs stay, and with them all snapshots",
                () -> kubectl.output("get", "crd", "volumesnapshots.snapshot.storage.k8s.io"));
    }

    private String ours() throws IOException, InterruptedException {
        return kubectl.output(
                "get",
                "daemonsets,deployments,serviceaccounts,configmaps,poddisruptionbudgets,roles,rolebindings,clusterroles,"
                        + "clusterrolebindings,csidrivers,storageclasses,volumesnapshotclasses,volumegroupsnapshotclasses",
                "--all-namespaces",
                "--selector=" + OURS,
                "-o",
                "name");
    }
}
