package dev.stowage.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Pods that run scripts: everything that the demo does with data is done in one.
record DemoPods(DemoObjects objects) {
    private static final int LONGEST_LOG = 64 << 10;

    /// Runs a pod to its end and removes it.
    ///
    /// @return what it printed
    String run(ObjectNode pod) throws ExpectationFailure, IOException, InterruptedException {
        return finish(begin(pod));
    }

    /// @return its name
    String begin(ObjectNode pod) throws IOException, InterruptedException {
        return objects.pods().create(DemoObjects.NAMESPACE, pod).meta().name();
    }

    void awaitRunning(String name) throws ExpectationFailure, IOException, InterruptedException {
        await(name, "Running", pod -> pod.phase().equals("Running"));
    }

    /// Waits for the end of a pod and removes it.
    String finish(String name) throws ExpectationFailure, IOException, InterruptedException {
        await(name, "Succeeded", pod -> pod.phase().equals("Succeeded"));
        String printed = log(name);
        remove(name);
        return printed;
    }

    /// Returns when the pod is deleted and its volumes are unmounted.
    void remove(String name) throws ExpectationFailure, IOException, InterruptedException {
        Optional<Pod> pod = objects.pods().find(DemoObjects.key(name));
        if (pod.isPresent()) {
            objects.pods().delete(pod.get(), DeleteOptions.defaults());
        }
        objects.await(
                "pod " + name + " completes",
                () -> objects.pods().find(DemoObjects.key(name)).isPresent() ? Optional.empty() : Optional.of(name),
                () -> told(name));
    }

    private String log(String name) throws IOException, InterruptedException {
        String path = Kinds.PODS.path(DemoObjects.NAMESPACE) + "/" + name + "/log";
        try (InputStream text = objects.api().stream(path)) {
            return new String(text.readNBytes(LONGEST_LOG), StandardCharsets.UTF_8).strip();
        }
    }

    private interface PodPredicate {
        boolean isIn(Pod pod);
    }

    private void await(String name, String state, PodPredicate wanted)
            throws ExpectationFailure, IOException, InterruptedException {
        String expected = "pod " + name + " " + state;
        var _ = objects.await(
                expected,
                () -> {
                    Optional<Pod> pod = objects.pods().find(DemoObjects.key(name));
                    if (pod.isEmpty()) {
                        throw new ExpectationFailure(expected, "the pod was deleted");
                    }
                    if (pod.get().phase().equals("Failed")) {
                        throw new ExpectationFailure(expected, "pod " + name + " failed and printed: " + log(name));
                    }
                    return pod.filter(wanted::isIn);
                },
                () -> told(name));
    }

    /// Its state, and the last events of it and its claims.
    private String told(String name) throws IOException, InterruptedException {
        Optional<Pod> pod = objects.pods().find(DemoObjects.key(name));
        if (pod.isEmpty()) {
            return "pod " + name + " was deleted";
        }
        StringBuilder told =
                new StringBuilder("pod " + name + " is " + pod.get().phase());
        if (!pod.get().nodeName().isEmpty()) {
            told.append(" on ").append(pod.get().nodeName());
        }
        told.append(objects.lastEvent("Pod", name));
        for (String claim : pod.get().claims()) {
            told.append(objects.lastEvent("PersistentVolumeClaim", claim));
        }
        return told.toString();
    }
}
