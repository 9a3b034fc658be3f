package dev.stowage.interop.sidecar;

import dev.stowage.interop.suite.SuiteOptions;
import java.util.List;
import java.util.stream.Stream;

/// Every scenario there is.
final class SidecarScenarios {
    private SidecarScenarios() {}

    static List<SidecarScenario> all() {
        return Stream.of(
                        ProvisionerScenarios.ALL,
                        ProvisioningFailureScenarios.ALL,
                        AttacherScenarios.ALL,
                        ResizerScenarios.ALL,
                        SnapshotterScenarios.ALL,
                        NodeSidecarScenarios.ALL,
                        HealthMonitorScenarios.ALL,
                        NodeDeploymentScenarios.ALL,
                        CapacityAndLeadershipScenarios.ALL,
                        CombinedSidecarScenarios.ALL)
                .flatMap(List::stream)
                .toList();
    }

    static List<SidecarScenario> chosen(List<SidecarScenario> scenarios, SuiteOptions options) {
        return scenarios.stream()
                .filter(sidecarScenario -> options.only().isEmpty()
                        ? !options.quick() || sidecarScenario.quick()
                        : options.only().contains(sidecarScenario.name()))
                .toList();
    }
}
