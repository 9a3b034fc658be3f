package dev.stowage.interop.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Finished;
import dev.stowage.interop.program.Leftovers;
import dev.stowage.interop.program.Program;
import dev.stowage.interop.program.StowageProgram;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The demo keeps all its promises, says so, and leaves nothing.
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
    public Set<Judge> judges() {
        return Set.of();
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "mounting volumes needs root"));
        }
        Questions questions = new Questions();
        Finished demo = Program.run(LONGEST, StowageProgram.launched(List.of("demo", "--json")));
        questions.equal("the demo ends with status", "0", () -> Integer.toString(demo.exit()));
        JsonNode document = new ObjectMapper().readTree(demo.out());
        questions.equal(
                "its steps are",
                STEPS.toString(),
                () -> document.path("results").findValuesAsText("name").toString());
        for (JsonNode result : document.path("results")) {
            String promise = result.path("promise").asText();
            bench.say(promise + ": " + result.path("millis").asText() + " ms, "
                    + result.path("evidence").asText());
            questions.holds(promise, () -> {
                if (!result.path("kept").asBoolean()) {
                    throw new IOException("expected " + result.path("expected").asText() + ", seen "
                            + result.path("seen").asText());
                }
            });
        }
        questions.equal("it complains about nothing", "", demo::err);
        questions.becomes(
                "nothing of it is left",
                "[]",
                () -> Leftovers.of(folder(document)).toString());
        return questions.outcomes();
    }

    /// Where it says that it worked.
    private static Path folder(JsonNode document) throws IOException {
        String folder = document.at("/results/0/evidence").asText();
        if (!folder.startsWith("/tmp/")) {
            throw new IOException("the demo does not say where it worked, but: " + folder);
        }
        return Path.of(folder);
    }
}
