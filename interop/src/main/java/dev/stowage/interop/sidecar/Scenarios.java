package dev.stowage.interop.sidecar;

import dev.stowage.interop.suite.Wishes;
import java.util.List;
import java.util.stream.Stream;

/// Every scenario there is.
final class Scenarios {
    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(
                        ProvisionScenarios.ALL,
                        TroubleScenarios.ALL,
                        AttachScenarios.ALL,
                        ResizeScenarios.ALL,
                        SnapshotScenarios.ALL,
                        NodeScenarios.ALL,
                        HealthScenarios.ALL,
                        OnEveryNodeScenarios.ALL,
                        WholeScenarios.ALL,
                        TogetherScenarios.ALL)
                .flatMap(List::stream)
                .toList();
    }

    static List<Scenario> chosen(List<Scenario> scenarios, Wishes wishes) {
        return scenarios.stream()
                .filter(scenario -> wishes.only().isEmpty()
                        ? !wishes.quick() || scenario.quick()
                        : wishes.only().contains(scenario.name()))
                .toList();
    }
}
