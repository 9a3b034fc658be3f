package dev.stowage.cli.demo;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Deletes everything, and checks that nothing is left.
record TeardownStep(DemoCluster cluster) {

    DemoStep demoStep() {
        return new DemoStep("gone", "Everything is deleted, nothing is left", this::leave);
    }

    private String leave() throws ExpectationFailure, IOException, InterruptedException {
        DemoObjects demoObjects = cluster.demoObjects();
        demoObjects.deleteAll();
        var _ = demoObjects.await(
                "no pod, claim, volume, snapshot or attachment",
                () -> demoObjects.remainingObjects().isEmpty() ? Optional.of(true) : Optional.empty(),
                demoObjects::remainingObjects);
        cluster.close();
        List<String> traces = cluster.hostLeftovers().all();
        if (!traces.isEmpty()) {
            throw new ExpectationFailure("no mount, loop device or process", String.join(", ", traces));
        }
        cluster.removeFolder();
        return "no object, mount, loop device, process or file";
    }
}
