package dev.stowage.interop.up;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.interop.process.Leftovers;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The demo succeeds, reports it, and leaves nothing.
public final class DemoSuite implements Suite {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final List<String> STEPS = List.of(
            "up",
            "claim",
            "bound",
            "write",
            "read",
            "snapshot",
            "copies",
            "grow",
            "block",
            "move",
            "kill",
            "retain",
            "gone");

    @Override
    public String name() {
        return "demo";
    }

    @Override
    public String summary() {
        return "./stowage demo shows a volume from claim to deletion and leaves nothing.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(12);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of();
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "mounting volumes needs root"));
        }
        SuiteChecks checks = new SuiteChecks();
        ProcessResult demo = ProcessRunner.run(LONGEST, StowageProgram.launched(List.of("demo", "--json")));
        checks.equal("the demo exits with status", "0", () -> Integer.toString(demo.exit()));
        JsonNode document = new ObjectMapper().readTree(demo.out());
        checks.equal(
                "its steps are",
                STEPS.toString(),
                () -> document.path("results").findValuesAsText("name").toString());
        for (JsonNode result : document.path("results")) {
            String promise = result.path("promise").asText();
            workspace.report(promise + ": " + result.path("millis").asText() + " ms, "
                    + result.path("evidence").asText());
            checks.holds(promise, () -> {
                if (!result.path("kept").asBoolean()) {
                    throw new IOException("expected " + result.path("expected").asText() + ", got "
                            + result.path("seen").asText());
                }
            });
        }
        checks.equal("it prints no errors", "", demo::err);
        checks.becomes(
                "it leaves nothing behind",
                "[]",
                () -> Leftovers.of(folder(document)).toString());
        return checks.results();
    }

    /// The data directory according to the report.
    private static Path folder(JsonNode document) throws IOException {
        String folder = document.at("/results/0/evidence").asText();
        if (!folder.startsWith("/tmp/")) {
            throw new IOException("the demo did not print its directory, but: " + folder);
        }
        return Path.of(folder);
    }
}
