package dev.stowage.interop.docs;

import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.UninterruptedCleanup;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Runs the commands in README.md and in docs, each document in its own shell.
public final class DocsSuite implements Suite {

    private static final Duration DEADLINE = Duration.ofMinutes(8);

    @Override
    public String name() {
        return "docs";
    }

    @Override
    public String summary() {
        return "The commands in the documents run, show what the documents promise, and leave nothing behind.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(25);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of();
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "the documents mount volumes, which needs root"));
        }
        Path home = SourceRepository.home();
        workspace.own(
                (AutoCloseable) () -> UninterruptedCleanup.run(() -> MountPoints.removeBeneath(workspace.directory())));
        DocumentShell run = new DocumentShell(workspace, home, DEADLINE, Map.of());
        SuiteChecks checks = new SuiteChecks();
        for (Path file : documents(home)) {
            String document = home.relativize(file).toString();
            DocumentScript documentScript = DocumentScript.in(document, Files.readString(file), DocumentScript.HERE);
            if (!documentScript.isEmpty()) {
                checks.holds(document + ": its commands work", () -> run.run(document, documentScript));
            }
        }
        if (checks.results().isEmpty()) {
            throw new IOException("no document in " + home + " has a command to run");
        }
        return checks.results();
    }

    private static List<Path> documents(Path home) throws IOException {
        try (Stream<Path> docs = Files.list(home.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(home.resolve("README.md")),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }
}
