package dev.stowage.interop.chart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.SourceRepository;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Whether helm accepts the chart, and a real API server accepts the rendered objects.
public final class ChartSuite implements Suite {

    private static final Duration SOON = Duration.ofSeconds(90);

    @Override
    public String name() {
        return "chart";
    }

    @Override
    public String summary() {
        return "helm lints and renders the chart; kube-apiserver accepts the result, the manifests and the examples.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.HELM, ReferenceProgram.KUBE_APISERVER, ReferenceProgram.KUBECTL);
    }

    @Override
    public Set<DebianPackage> packages() {
        return ControlPlane.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        Path home = SourceRepository.home();
        SuiteChecks checks = new SuiteChecks();
        HelmChart helmChart = new HelmChart(
                Helm.of(workspace, workspace.directory().resolve("none")), home, workspace.directory("values"));
        RenderedManifests renderedManifests = new RenderedManifests(helmChart);
        if (workspace.options().rewrite()) {
            renderedManifests.rewrite();
        }
        for (ChartVariant chartVariant : ChartVariant.values()) {
            checks.holds("helm lint passes: " + chartVariant, () -> helmChart.lint(helmChart.values(chartVariant)));
            checks.holds(
                    "every object is rendered once, in its namespace: " + chartVariant,
                    () -> requireSound(helmChart, chartVariant));
        }
        for (Path example : examples(home, "deploy/examples/values")) {
            checks.holds("helm lint passes: " + home.relativize(example), () -> helmChart.lint(example));
        }
        for (String setting : RefusedSettings.ALL) {
            checks.holds("these values are rejected: " + setting, () -> refused(helmChart, setting));
        }
        new MounterManifestChecks(helmChart).run(checks);
        checks.holds("the manifests are what helm renders", renderedManifests::requireSame);
        onAServer(workspace, checks, helmChart, renderedManifests);
        return checks.results();
    }

    private static void requireSound(HelmChart helmChart, ChartVariant chartVariant)
            throws IOException, InterruptedException {
        Set<String> seen = new HashSet<>();
        for (JsonNode object : HelmChart.objects(helmChart.render(chartVariant))) {
            String namespace = object.at("/metadata/namespace").asText();
            String name = object.path("kind").asText() + " " + namespace + "/"
                    + object.at("/metadata/name").asText();
            if (!seen.add(name) || !(namespace.isEmpty() || namespace.equals(HelmChart.NAMESPACE))) {
                throw new AssertionError(name + " is rendered twice, or in another namespace");
            }
        }
        if (seen.isEmpty()) {
            throw new AssertionError("helm rendered no object");
        }
    }

    private static void refused(HelmChart helmChart, String setting) throws IOException, InterruptedException {
        ProcessResult rendered =
                helmChart.helm().run("template", helmChart.folder().toString(), "--set", setting);
        if (rendered.succeeded() || rendered.err().contains("failed parsing")) {
            throw new AssertionError("the chart does not reject " + setting + ": " + rendered.err());
        }
    }

    private static void onAServer(
            SuiteWorkspace workspace, SuiteChecks checks, HelmChart helmChart, RenderedManifests renderedManifests)
            throws IOException, InterruptedException {
        ControlPlane plane = ControlPlane.start(workspace, ControlPlane.Parts.SERVER_ONLY);
        Kubectl kubectl = plane.kubectl();
        checks.holds("the CRDs are accepted and served", () -> {
            kubectl.run(
                            "apply",
                            "-f",
                            renderedManifests.folder().resolve("crds.yaml").toString())
                    .orThrow();
            kubectl.run("wait", "--for=condition=Established", "crd", "--all", "--timeout=90s")
                    .orThrow();
            // The server reports Established a moment before discovery lists the kinds.
            Await.until(
                    "the kinds of snapshots",
                    SOON,
                    List.of(),
                    () -> kubectl.run("get", "volumesnapshotclasses,volumegroupsnapshotclasses")
                            .succeeded());
        });
        // No controller creates these here, and a dry run creates nothing.
        kubectl.run("create", "namespace", HelmChart.NAMESPACE).orThrow();
        kubectl.run("create", "namespace", "example-csi").orThrow();
        kubectl.run("create", "serviceaccount", "default").orThrow();
        for (ChartVariant chartVariant : ChartVariant.values()) {
            if (chartVariant.isPlain()) {
                checks.holds(
                        "the API server accepts every field: " + chartVariant,
                        () -> kubectl.runWith(
                                        helmChart.render(chartVariant),
                                        "apply",
                                        "--dry-run=server",
                                        "--validate=strict",
                                        "-f",
                                        "-")
                                .orThrow());
            }
        }
        for (Path example : examples(helmChart.home(), "deploy/examples")) {
            checks.holds(
                    "the API server accepts " + helmChart.home().relativize(example),
                    () -> kubectl.run("apply", "--dry-run=server", "--validate=strict", "-f", example.toString())
                            .orThrow());
        }
        new HelmReleaseChecks(
                        new Helm(
                                helmChart.helm().program(),
                                plane.kubeconfig(),
                                helmChart.helm().scratch()),
                        kubectl,
                        helmChart)
                .run(checks);
        checks.holds(
                "kubectl apply accepts the manifests",
                () -> kubectl.run(
                                "apply",
                                "--dry-run=server",
                                "--validate=strict",
                                "-f",
                                renderedManifests
                                        .folder()
                                        .resolve("stowage.yaml")
                                        .toString())
                        .orThrow());
    }

    private static List<Path> examples(Path home, String folder) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }
}
