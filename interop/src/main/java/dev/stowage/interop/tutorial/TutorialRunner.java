package dev.stowage.interop.tutorial;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.docs.DocumentScript;
import dev.stowage.interop.docs.DocumentShell;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.SourceRepository;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs pages on a cluster, each in its own namespace.
///
/// @param kubeconfig of the administrator
/// @param image what containers run, on a real cluster; on `up` they run the programs of the machine
record TutorialRunner(SuiteWorkspace workspace, Path kubeconfig, Optional<String> image) {
    private static final Duration TASK = Duration.ofSeconds(150);

    /// Tasks mostly wait, so several pages run at once.
    private static final int PAGES_AT_ONCE = 4;

    List<CheckResult> run(List<TutorialPage> pages) throws IOException, InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(PAGES_AT_ONCE)) {
            List<Future<List<CheckResult>>> running = new ArrayList<>();
            for (TutorialPage page : pages) {
                running.add(threads.submit(() -> run(page)));
            }
            try {
                for (Future<List<CheckResult>> page : running) {
                    results.addAll(page.get());
                }
            } catch (ExecutionException | InterruptedException e) {
                threads.shutdownNow(); // otherwise the pages would run to their end first
                throw e;
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        return results;
    }

    private List<CheckResult> run(TutorialPage page) throws IOException, InterruptedException {
        long start = System.nanoTime();
        DocumentShell shell = new DocumentShell(workspace, SourceRepository.home(), TASK, environment(page));
        SuiteChecks checks = new SuiteChecks();
        for (int i = 0; i < page.tasks().size(); i++) {
            TutorialTask task = page.tasks().get(i);
            String name = page.name() + ": " + task.title();
            String log = "%s-%02d".formatted(page.name(), i + 1);
            if (image.isPresent() && task.onlyOnUp().isPresent()) {
                checks.skip(name, task.onlyOnUp().get());
            } else {
                DocumentScript script = image.map(task::withImage).orElse(task.script());
                checks.holds(name, () -> shell.run(log, script));
            }
        }
        workspace.report("%s: %d tasks in %d s"
                .formatted(
                        page.name(),
                        page.tasks().size(),
                        Duration.ofNanos(System.nanoTime() - start).toSeconds()));
        return checks.results();
    }

    /// A user whose home is empty and whose kubeconfig has the page's namespace.
    private Map<String, String> environment(TutorialPage page) throws IOException, InterruptedException {
        Path home = workspace.directory("home-" + page.name());
        Path own = home.resolve("kubeconfig");
        Files.copy(kubeconfig, own, StandardCopyOption.REPLACE_EXISTING);
        Kubectl kubectl = new Kubectl(workspace.programs().path(ReferenceProgram.KUBECTL), own, home);
        kubectl.output("create", "namespace", page.name());
        kubectl.output("config", "set-context", "--current", "--namespace=" + page.name());
        kubectl.awaitServiceAccount();
        return Map.of("HOME", home.toString(), "KUBECONFIG", own.toString(), "PATH", path());
    }

    private String path() {
        List<String> folders = new ArrayList<>();
        for (ReferenceProgram program : List.of(ReferenceProgram.KUBECTL, ReferenceProgram.HELM)) {
            folders.add(Path.of(workspace.programs().path(program))
                    .resolveSibling("")
                    .toString());
        }
        folders.add(System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
        return String.join(":", folders);
    }
}
