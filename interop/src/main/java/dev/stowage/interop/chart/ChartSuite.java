package dev.stowage.interop.chart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.program.Finished;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Repository;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Whether helm likes the chart, and a real API server what it renders.
public final class ChartSuite implements Suite {

    private static final Duration SOON = Duration.ofSeconds(90);

    @Override
    public String name() {
        return "chart";
    }

    @Override
    public String summary() {
        return "helm lints and renders the chart; kube-apiserver takes all of it, the manifests and the examples.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of(Judge.HELM, Judge.KUBE_APISERVER, Judge.KUBECTL);
    }

    @Override
    public Set<DebianPackage> packages() {
        return ControlPlane.PACKAGES;
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        Path home = Repository.home();
        Questions questions = new Questions();
        Chart chart = new Chart(Helm.of(bench, bench.directory().resolve("none")), home, bench.directory("values"));
        Manifests manifests = new Manifests(chart);
        if (bench.wishes().rewrite()) {
            manifests.rewrite();
        }
        for (Shape shape : Shape.values()) {
            questions.holds("helm lint finds no fault: " + shape, () -> chart.lint(shape));
            questions.holds("every object is there once, in its namespace: " + shape, () -> requireSound(chart, shape));
        }
        questions.holds("a value that does not exist is refused", () -> refused(chart, "node.prot=1"));
        questions.holds("a folder that is none is refused", () -> refused(chart, "kubeletRootDir=relative/path"));
        questions.holds(
                "without a folder that all nodes share there is no central shape",
                () -> refused(chart, "driver.shape=central"));
        questions.holds(
                "the central shape has one pool",
                () -> refused(
                        chart,
                        "driver.shape=central,driver.pool.directory=/mnt/share,driver.pools[0].name=a,"
                                + "driver.pools[0].backend=image,driver.pools[0].directory=/mnt/share/a"));
        questions.holds("the manifests are what helm renders", manifests::requireSame);
        onAServer(bench, questions, chart, manifests);
        return questions.outcomes();
    }

    private static void requireSound(Chart chart, Shape shape) throws IOException, InterruptedException {
        Set<String> seen = new HashSet<>();
        for (JsonNode object : Chart.objects(chart.render(shape))) {
            String namespace = object.at("/metadata/namespace").asText();
            String name = object.path("kind").asText() + " " + namespace + "/"
                    + object.at("/metadata/name").asText();
            if (!seen.add(name) || !(namespace.isEmpty() || namespace.equals(Chart.NAMESPACE))) {
                throw new AssertionError(name + " is there twice, or in a foreign namespace");
            }
        }
        if (seen.isEmpty()) {
            throw new AssertionError("nothing is rendered");
        }
    }

    private static void refused(Chart chart, String setting) throws IOException, InterruptedException {
        Finished lint = chart.helm().run("template", chart.folder().toString(), "--set", setting);
        if (lint.succeeded()) {
            throw new AssertionError("helm takes " + setting);
        }
    }

    private static void onAServer(Bench bench, Questions questions, Chart chart, Manifests manifests)
            throws IOException, InterruptedException {
        ControlPlane plane = ControlPlane.start(bench, ControlPlane.Parts.SERVER_ONLY);
        Kubectl kubectl = plane.kubectl();
        questions.holds("the definitions are taken and served", () -> {
            kubectl.run("apply", "-f", manifests.folder().resolve("crds.yaml").toString())
                    .orThrow();
            kubectl.run("wait", "--for=condition=Established", "crd", "--all", "--timeout=90s")
                    .orThrow();
            // Established is said a moment before the server lists the kinds among what it has.
            Await.until(
                    "the kinds of snapshots",
                    SOON,
                    List.of(),
                    () -> kubectl.run("get", "volumesnapshotclasses,volumegroupsnapshotclasses")
                            .succeeded());
        });
        // Nobody makes these here: there are no controllers, and a dry run makes nothing.
        kubectl.run("create", "namespace", Chart.NAMESPACE).orThrow();
        kubectl.run("create", "namespace", "example-csi").orThrow();
        kubectl.run("create", "serviceaccount", "default").orThrow();
        for (Shape shape : Shape.values()) {
            if (shape.isPlain()) {
                questions.holds(
                        "the API server takes every field: " + shape,
                        () -> kubectl.runWith(
                                        chart.render(shape),
                                        "apply",
                                        "--dry-run=server",
                                        "--validate=strict",
                                        "-f",
                                        "-")
                                .orThrow());
            }
        }
        for (Path example : examples(chart.home())) {
            questions.holds(
                    "the API server takes " + chart.home().relativize(example),
                    () -> kubectl.run("apply", "--dry-run=server", "--validate=strict", "-f", example.toString())
                            .orThrow());
        }
        new Release(
                        new Helm(
                                chart.helm().program(),
                                plane.kubeconfig(),
                                chart.helm().scratch()),
                        kubectl,
                        chart)
                .ask(questions);
        questions.holds(
                "the manifests are taken by kubectl alone",
                () -> kubectl.run(
                                "apply",
                                "--dry-run=server",
                                "--validate=strict",
                                "-f",
                                manifests.folder().resolve("stowage.yaml").toString())
                        .orThrow());
    }

    private static List<Path> examples(Path home) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("deploy/examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }
}
