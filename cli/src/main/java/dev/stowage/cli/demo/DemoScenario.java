package dev.stowage.cli.demo;

import java.util.ArrayList;
import java.util.List;

/// All steps in their order.
final class DemoScenario {

    private DemoScenario() {}

    /// @param keep whether everything stays in the end
    static List<DemoStep> of(DemoCluster demoCluster, boolean keep) {
        VolumeLifecycleSteps life = new VolumeLifecycleSteps(demoCluster);
        List<DemoStep> steps = new ArrayList<>();
        steps.add(new DemoStep("up", "A cluster with three nodes starts", demoCluster::open));
        steps.addAll(life.beginning());
        steps.addAll(new BlockAndMoveSteps(demoCluster).steps());
        steps.add(new DriverCrashStep(demoCluster).demoStep());
        steps.add(life.recovery());
        if (!keep) {
            steps.add(new TeardownStep(demoCluster).demoStep());
        }
        return List.copyOf(steps);
    }
}
