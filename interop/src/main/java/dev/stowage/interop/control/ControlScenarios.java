package dev.stowage.interop.control;

import dev.stowage.interop.suite.SuiteOptions;
import java.util.List;
import java.util.stream.Stream;

/// Every scenario there is.
final class ControlScenarios {
    private ControlScenarios() {}

    static List<ControlScenario> all() {
        return Stream.of(
                        VolumeDataScenarios.ALL,
                        BinderScenarios.ALL,
                        RecoveryScenarios.ALL,
                        ProtectionScenarios.ALL,
                        AttachDetachScenarios.ALL,
                        ControllerCrashScenarios.ALL)
                .flatMap(List::stream)
                .toList();
    }

    static List<ControlScenario> chosen(SuiteOptions options) {
        return all().stream()
                .filter(controlScenario -> options.only().isEmpty()
                        ? !options.quick() || controlScenario.quick()
                        : options.only().contains(controlScenario.name()))
                .toList();
    }
}
