package dev.stowage.interop.node;

import dev.stowage.interop.cluster.Agent;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Plays;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// All scenarios with one of the two.
///
/// @param seen what there was to see, by scenario; nothing of a play that failed
record NodePass(NodeStage stage, Agent agent, Map<String, String> seen) {
    private static final int AT_ONCE = 4;

    NodePass(NodeStage stage, Agent agent) {
        this(stage, agent, new ConcurrentHashMap<>());
    }

    List<Outcome> play(List<NodeScenario> scenarios) throws InterruptedException {
        return new Plays(stage.bench()).all(scenarios.stream().map(this::play).toList(), AT_ONCE);
    }

    private Plays.Play play(NodeScenario scenario) {
        String place = scenario.name() + "-" + agent.program();
        NodePlay play = new NodePlay(stage, place);
        return new Plays.Play() {
            @Override
            public String name() {
                return agent.program() + ": " + scenario.name();
            }

            @Override
            public void play() throws Exception {
                play.begin();
                scenario.script().play(play);
                String text = String.join("\n", play.lines()) + "\n";
                Files.writeString(stage.bench().logs().resolve(place + ".txt"), text);
                seen.put(scenario.name(), text);
            }

            @Override
            public void clean() throws IOException, InterruptedException {
                play.clean();
            }
        };
    }
}
