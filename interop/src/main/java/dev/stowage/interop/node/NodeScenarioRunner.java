package dev.stowage.interop.node;

import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Runs all scenarios with one of the two node agents.
///
/// @param observed the recorded state, by scenario; without failed scenarios
record NodeScenarioRunner(NodeFixture fixture, NodeAgent nodeAgent, Map<String, String> observed) {
    private static final int AT_ONCE = 4;

    NodeScenarioRunner(NodeFixture fixture, NodeAgent nodeAgent) {
        this(fixture, nodeAgent, new ConcurrentHashMap<>());
    }

    List<CheckResult> run(List<NodeScenario> scenarios) throws InterruptedException {
        return new ScenarioRunner(fixture.workspace())
                .all(scenarios.stream().map(this::run).toList(), AT_ONCE);
    }

    private ScenarioRunner.RunnableScenario run(NodeScenario scenario) {
        String place = scenario.name() + "-" + nodeAgent.program();
        NodeScenarioContext context = new NodeScenarioContext(fixture, place);
        return new ScenarioRunner.RunnableScenario() {
            @Override
            public String name() {
                return nodeAgent.program() + ": " + scenario.name();
            }

            @Override
            public void run() throws Exception {
                context.begin();
                scenario.script().run(context);
                String text = String.join("\n", context.lines()) + "\n";
                Files.writeString(fixture.workspace().logs().resolve(place + ".txt"), text);
                observed.put(scenario.name(), text);
            }

            @Override
            public void clean() throws IOException, InterruptedException {
                context.clean();
            }
        };
    }
}
