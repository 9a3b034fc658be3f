package dev.stowage.interop.control;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Runs all scenarios with the controllers of one side.
final class ControlScenarioRunner {

    private static final int AT_ONCE = 4;

    private final ControlFixture fixture;
    private final ControlSubject controlSubject;
    private final ControllerProcesses controllerProcesses;
    private final Map<String, String> left = new ConcurrentHashMap<>();

    private ControlScenarioRunner(
            ControlFixture fixture, ControlSubject controlSubject, ControllerProcesses controllerProcesses) {
        this.fixture = fixture;
        this.controlSubject = controlSubject;
        this.controllerProcesses = controllerProcesses;
    }

    /// @param results receives the results of the scenarios
    /// @return the objects that are left, by scenario; without failed scenarios
    static Map<String, String> of(
            ControlFixture fixture,
            ControlSubject controlSubject,
            List<ControlScenario> scenarios,
            List<CheckResult> results)
            throws IOException, InterruptedException {
        try (ControllerProcesses controllerProcesses =
                ControllerProcesses.start(fixture.workspace(), fixture.plane(), controlSubject)) {
            ControlScenarioRunner controlScenarioRunner =
                    new ControlScenarioRunner(fixture, controlSubject, controllerProcesses);
            results.addAll(controlScenarioRunner.run(
                    scenarios.stream().filter(each -> !each.alone()).toList(), AT_ONCE));
            results.addAll(controlScenarioRunner.run(
                    scenarios.stream().filter(ControlScenario::alone).toList(), 1));
            results.add(ScenarioCleanup.after(fixture, controlSubject));
            return controlScenarioRunner.left;
        }
    }

    private List<CheckResult> run(List<ControlScenario> scenarios, int atOnce) throws InterruptedException {
        return new ScenarioRunner(fixture.workspace())
                .all(scenarios.stream().map(this::run).toList(), atOnce);
    }

    private ScenarioRunner.RunnableScenario run(ControlScenario controlScenario) {
        ControlScenarioContext context =
                new ControlScenarioContext(fixture, controllerProcesses, controlSubject, controlScenario.name());
        return new ScenarioRunner.RunnableScenario() {
            @Override
            public String name() {
                return controlSubject.word() + ": " + controlScenario.name();
            }

            @Override
            public void run() throws Exception {
                context.open();
                controlScenario.script().run(context);
                String text = NormalizedObjects.of(context);
                Files.writeString(
                        fixture.workspace()
                                .logs()
                                .resolve(controlScenario.name() + "-" + controlSubject.word() + ".txt"),
                        text);
                left.put(controlScenario.name(), text);
            }

            @Override
            public void clean() throws IOException, InterruptedException {
                ScenarioCleanup.begin(context);
            }
        };
    }
}
