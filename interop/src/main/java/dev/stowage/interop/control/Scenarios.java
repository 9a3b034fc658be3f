package dev.stowage.interop.control;

import dev.stowage.interop.suite.Wishes;
import java.util.List;
import java.util.stream.Stream;

/// Every scenario there is.
final class Scenarios {
    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(
                        DataScenarios.ALL,
                        BindScenarios.ALL,
                        RecoveryScenarios.ALL,
                        ProtectionScenarios.ALL,
                        AttachScenarios.ALL,
                        CrashScenarios.ALL)
                .flatMap(List::stream)
                .toList();
    }

    static List<Scenario> chosen(Wishes wishes) {
        return all().stream()
                .filter(scenario -> wishes.only().isEmpty()
                        ? !wishes.quick() || scenario.quick()
                        : wishes.only().contains(scenario.name()))
                .toList();
    }
}
