package dev.stowage.cli.demo;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Everything is deleted, and then looked for.
record Farewell(Stage stage) {

    Step step() {
        return new Step("gone", "Everything is deleted and leaves no trace", this::leave);
    }

    private String leave() throws BrokenPromise, IOException, InterruptedException {
        Scene scene = stage.scene();
        scene.deleteAll();
        var _ = scene.await(
                "no pod, claim, volume, snapshot or attachment",
                () -> scene.left().isEmpty() ? Optional.of(true) : Optional.empty(),
                scene::left);
        stage.close();
        List<String> traces = stage.traces().all();
        if (!traces.isEmpty()) {
            throw new BrokenPromise("no mount, loop device or process", String.join(", ", traces));
        }
        stage.removeFolder();
        return "no object, mount, loop device, process or file";
    }
}
