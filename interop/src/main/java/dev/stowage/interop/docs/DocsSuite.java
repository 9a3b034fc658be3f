package dev.stowage.interop.docs;

import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.program.Uninterrupted;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Repository;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Runs the commands in README.md and in docs, each document in a shell of its own. The judge is the reader.
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
    public Set<Judge> judges() {
        return Set.of();
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "the documents mount volumes, which needs root"));
        }
        Path home = Repository.home();
        bench.own((AutoCloseable) () -> Uninterrupted.run(() -> Mounts.removeBeneath(bench.directory())));
        DocumentRun run = new DocumentRun(bench, home, DEADLINE, Map.of());
        Questions questions = new Questions();
        for (Path file : documents(home)) {
            String document = home.relativize(file).toString();
            Walkthrough walkthrough = Walkthrough.in(document, Files.readString(file), Walkthrough.HERE);
            if (!walkthrough.isEmpty()) {
                questions.holds(document + " does what it says", () -> run.run(document, walkthrough));
            }
        }
        if (questions.outcomes().isEmpty()) {
            throw new IOException("no document in " + home + " has a command to run");
        }
        return questions.outcomes();
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
