package dev.stowage.interop.clients;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/// kubectl, and the answers for which it needs more than JSON objects.
///
/// @param program which version of kubectl
record KubectlChecks(SuiteWorkspace workspace, Kubectl kubectl, ReferenceProgram program) {
    private static final Duration SOON = Duration.ofSeconds(30);

    void run(SuiteChecks checks) throws InterruptedException {
        String title = program.program() + " " + program.version() + " ";
        checks.holds(title + "lists, watches, creates and deletes", this::events);
        checks.holds(title + "applies a List", this::applyList);
        checks.holds(title + "says that a kind is unknown", this::applyUnknownKind);
        checks.holds(title + "shows a warning for a kind without effect", this::warning);
        checks.holds(title + "explains a field", this::explain);
        checks.holds(title + "reads the types in protobuf", this::protobuf);
    }

    private void events() throws IOException, InterruptedException {
        kubectl.output("get", "configmaps");
        List<String> argv = kubectl.command("get", "configmaps", "--watch", "--output-watch-events", "--no-headers");
        // Each version has its own log: the events of another one must not count.
        try (Daemon watch = Daemon.start(program.program() + "-watch", workspace.logs(), argv)) {
            kubectl.output("create", "configmap", "from-kubectl", "--from-literal=color=blue");
            awaitEvent(watch, "ADDED");
            kubectl.output("delete", "configmap", "from-kubectl");
            awaitEvent(watch, "DELETED");
        }
    }

    private static void awaitEvent(Daemon watch, String type) throws IOException, InterruptedException {
        Await.until(
                "the event " + type,
                SOON,
                List.of(watch),
                () -> Files.readString(watch.log())
                        .lines()
                        .anyMatch(line -> line.startsWith(type) && line.contains("from-kubectl")));
    }

    private void applyList() throws IOException, InterruptedException {
        kubectl.apply("""
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: ConfigMap, metadata: {name: first-of-list}}
                - {apiVersion: v1, kind: ConfigMap, metadata: {name: second-of-list}}
                """);
        String found = kubectl.output("get", "configmap", "first-of-list", "second-of-list", "-o", "name");
        requireText(found, "configmap/first-of-list\nconfigmap/second-of-list");
        kubectl.output("delete", "configmap", "first-of-list", "second-of-list");
    }

    private void applyUnknownKind() throws IOException, InterruptedException {
        String manifest = """
                apiVersion: example.com/v1
                kind: Boat
                metadata: {name: b}
                """;
        ProcessResult result = kubectl.runWith(manifest, "apply", "-f", "-");
        if (result.succeeded()) {
            throw new IOException("a kind that does not exist was accepted: " + result.out());
        }
        requireText(result.err(), "no matches for kind \"Boat\" in version \"example.com/v1\"");
    }

    private void warning() throws IOException, InterruptedException {
        String manifest = """
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: {name: none}
                spec: {podSelector: {}}
                """;
        ProcessResult result = kubectl.runWith(manifest, "apply", "-f", "-");
        result.orThrow();
        requireText(result.err(), "Warning: NetworkPolicy is stored but has no effect");
        kubectl.output("delete", "networkpolicy", "none");
    }

    private void explain() throws IOException, InterruptedException {
        requireText(kubectl.output("explain", "pvc.spec.storageClassName"), "name of the StorageClass");
    }

    private void protobuf() throws IOException, InterruptedException {
        // explain falls back to it, in a kubectl that is asked for the output of older versions.
        requireText(kubectl.output("explain", "pvc.spec", "--output=plaintext-openapiv2"), "accessModes");
    }

    private static void requireText(String text, String wanted) throws IOException {
        if (!text.contains(wanted)) {
            throw new IOException("wanted \"%s\", got \"%s\"".formatted(wanted, text.strip()));
        }
    }
}
