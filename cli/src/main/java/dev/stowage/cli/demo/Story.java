package dev.stowage.cli.demo;

import java.util.ArrayList;
import java.util.List;

/// All steps in their order.
final class Story {

    private Story() {}

    /// @param keep whether everything stays in the end
    static List<Step> of(Stage stage, boolean keep) {
        VolumeLife life = new VolumeLife(stage);
        List<Step> steps = new ArrayList<>();
        steps.add(new Step("up", "Three nodes come up", stage::open));
        steps.addAll(life.beginning());
        steps.addAll(new OtherVolumes(stage).steps());
        steps.add(new DriverDeath(stage).step());
        steps.add(life.recovery());
        if (!keep) {
            steps.add(new Farewell(stage).step());
        }
        return List.copyOf(steps);
    }
}
