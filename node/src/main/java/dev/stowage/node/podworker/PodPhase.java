package dev.stowage.node.podworker;

import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import java.util.Optional;

/// The phase of a pod.
final class PodPhase {
    private int pendingInits;
    private int pendingSidecars;
    private int running;
    private int waiting;
    private int stopped;
    private int succeeded;
    private int restarting;
    private boolean broken;

    private PodPhase() {}

    static String of(PodState view) {
        if (view.pod().isOver()) {
            return view.pod().phase();
        }
        var podPhase = new PodPhase();
        view.specs().forEach(spec -> podPhase.count(view, spec));
        if (view.failure().isPresent()) {
            // A pod is not terminated before all its containers have exited.
            return view.runsSomething() ? podPhase.word(view, false) : "Failed";
        }
        return podPhase.word(view, view.isTerminating());
    }

    private void count(PodState view, ContainerSpec spec) {
        Optional<RuntimeContainer> latest = view.latest(spec.name());
        if (latest.isEmpty() || latest.get().state() instanceof State.Created) {
            switch (spec.part()) {
                case INIT -> pendingInits++;
                case SIDECAR -> pendingSidecars++;
                case MAIN -> waiting++;
                case EPHEMERAL -> {}
            }
            return;
        }
        boolean runs = latest.get().runs();
        int code = latest.get().state() instanceof State.Exited exited ? exited.code() : 0;
        switch (spec.part()) {
            case INIT -> {
                pendingInits += runs || code != 0 ? 1 : 0;
                broken |= !runs && code != 0 && !spec.restarts(view.pod(), code);
            }
            case SIDECAR -> {
                running += runs ? 1 : 0;
                boolean started = runs && view.health(latest.get()).started();
                pendingSidecars += started ? 0 : 1;
            }
            case MAIN -> {
                running += runs ? 1 : 0;
                stopped += runs ? 0 : 1;
                succeeded += !runs && code == 0 ? 1 : 0;
                restarting += !runs && spec.restarts(view.pod(), code) ? 1 : 0;
            }
            case EPHEMERAL -> {}
        }
    }

    private String word(PodState view, boolean forGood) {
        if (forGood && running == 0 && stopped > 0) {
            return !broken && waiting == 0 && stopped == succeeded ? "Succeeded" : "Failed";
        }
        if (broken) {
            return running > 0 ? "Pending" : "Failed";
        }
        if (waiting > 0 || (!view.isInitialized() && pendingInits + pendingSidecars > 0)) {
            return "Pending";
        }
        if (running > 0 || restarting > 0 || stopped == 0) {
            return "Running";
        }
        return stopped == succeeded ? "Succeeded" : "Failed";
    }
}
