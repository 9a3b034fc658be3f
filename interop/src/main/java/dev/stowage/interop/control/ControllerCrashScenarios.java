package dev.stowage.interop.control;

import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.ResourceKind;
import java.util.ArrayList;
import java.util.List;

/// The controllers are killed in the middle of their work and started again.
final class ControllerCrashScenarios {

    static final List<ControlScenario> ALL = List.of(ControlScenario.alone("killed", ControllerCrashScenarios::killed));

    private static final int CLAIMS = 24;

    private ControllerCrashScenarios() {}

    private static void killed(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.AT_ONCE));
        for (int i = 0; i < CLAIMS; i++) {
            context.create(ControlManifests.claim("claim-" + i, "4Mi"));
            if (i == CLAIMS / 3 || i == CLAIMS / 2) {
                context.controllerProcesses().kill();
                context.controllerProcesses().startTested();
            }
        }
        List<String> volumes = new ArrayList<>();
        for (int i = 0; i < CLAIMS; i++) {
            volumes.add(context.awaitBound("claim-" + i));
        }
        for (int i = 0; i < CLAIMS; i += 2) {
            context.delete(ResourceKind.CLAIM, "claim-" + i);
        }
        context.controllerProcesses().kill();
        context.controllerProcesses().startTested();
        for (int i = 0; i < CLAIMS; i += 2) {
            context.awaitGone(ResourceKind.CLAIM, "claim-" + i);
            context.awaitGone(ResourceKind.VOLUME, volumes.get(i));
        }
    }
}
