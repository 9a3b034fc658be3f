package dev.stowage.sim;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.sim.model.Actor;
import dev.stowage.sim.model.SimulatedAttacher;
import dev.stowage.sim.model.SimulatedKubelet;
import dev.stowage.sim.model.SimulatedProvisioner;
import dev.stowage.sim.model.SimulatedScheduler;
import dev.stowage.sim.model.SimulatedStorage;
import dev.stowage.sim.model.SimulatedUser;
import dev.stowage.sim.model.SimulationConstants;
import dev.stowage.sim.server.FaultInjector;
import dev.stowage.sim.server.SimulatedApiServer;
import dev.stowage.sim.time.ThreadInterleaver;
import dev.stowage.sim.time.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// One run: a phase with faults, then a phase without faults in which everything must converge.
public final class Simulation {
    private static final int NODES = 3;
    private static final int REMEMBERED = 60;
    private static final double FAULTS = 0.08;
    private static final Duration PEACE = Duration.ofMinutes(20);

    private final RandomGenerator random;
    private final VirtualClock clock = new VirtualClock();
    private final SimulatedApiServer server = new SimulatedApiServer(clock);
    private final SimulatedStorage simulatedStorage = new SimulatedStorage();
    private final ThreadInterleaver interleaver;
    private final FaultInjector faultInjector;
    private final SafetyInvariants safetyInvariants;
    private final SimulatedUser simulatedUser;
    private final SimulatedAttacher simulatedAttacher;
    private final List<SimulatedKubelet> kubelets = new ArrayList<>();
    private final List<Actor> others = new ArrayList<>();
    private final List<Function<ControllerContext, ControllerRole>> makers;
    private ControllerProcess controllerProcess;
    private final Deque<String> recent = new ArrayDeque<>();
    private int kills;

    /// The result of a run.
    ///
    /// @param fingerprint equal for equal runs
    public record Summary(long writes, int kills, Duration time, int fingerprint) {}

    public Simulation(long seed, List<Function<ControllerContext, ControllerRole>> makers)
            throws ApiFailure, InterruptedException {
        var root = new SplittableRandom(seed);
        this.random = root.split();
        this.interleaver = new ThreadInterleaver(root.split());
        this.faultInjector = new FaultInjector(root.split());
        this.makers = makers;
        this.safetyInvariants = new SafetyInvariants(server, simulatedStorage, clock, ControllerSet.FORCE_AFTER);
        this.simulatedUser = new SimulatedUser(server, root.split());
        this.simulatedAttacher = new SimulatedAttacher(server, simulatedStorage, safetyInvariants, root.split());
        others.add(simulatedAttacher);
        others.add(new SimulatedProvisioner(server, simulatedStorage));
        others.add(new SimulatedScheduler(server, root.split()));
        furnish();
        this.controllerProcess = start();
    }

    private ControllerProcess start() throws InterruptedException {
        return new ControllerProcess(server, interleaver, clock, faultInjector, makers);
    }

    private void furnish() throws ApiFailure {
        server.create(
                Kinds.CSI_DRIVERS,
                "",
                SimulationConstants.json("{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"attachRequired\": true}}"
                        .formatted(SimulationConstants.DRIVER)));
        for (String name : List.of(SimulationConstants.AT_ONCE, SimulationConstants.WITH_POD)) {
            server.create(Kinds.STORAGE_CLASSES, "", SimulationConstants.json("""
                    {"metadata": {"name": "%s"}, "provisioner": "%s", "reclaimPolicy": "Delete",
                     "volumeBindingMode": "%s"}
                    """.formatted(
                            name,
                            SimulationConstants.DRIVER,
                            name.equals(SimulationConstants.AT_ONCE) ? "Immediate" : "WaitForFirstConsumer")));
        }
        for (int i = 1; i <= NODES; i++) {
            String name = "node-" + i;
            server.create(Kinds.NODES, "", SimulationConstants.json("""
                    {"metadata": {"name": "%s",
                      "annotations": {"volumes.kubernetes.io/controller-managed-attach-detach": "true"}},
                     "spec": {}, "status": {"conditions": [{"type": "Ready", "status": "True"}]}}
                    """.formatted(name)));
            SimulatedKubelet simulatedKubelet = new SimulatedKubelet(server, simulatedStorage, name);
            kubelets.add(simulatedKubelet);
            others.add(simulatedKubelet);
        }
    }

    /// @throws InvariantViolationException when an invariant is violated, or the state does not converge
    public Summary run(int steps) throws ApiFailure, InterruptedException {
        Instant begun = clock.instant();
        faultInjector.setRate(FAULTS);
        simulatedAttacher.fail(FAULTS);
        for (int i = 0; i < steps; i++) {
            step();
            safetyInvariants.check();
        }
        faultInjector.setRate(0);
        simulatedAttacher.fail(0);
        for (SimulatedKubelet simulatedKubelet : kubelets) {
            connect(simulatedKubelet, true);
        }
        comeToRest();
        new ConvergenceChecks(server, simulatedStorage).check();
        controllerProcess.kill();
        return new Summary(server.writes(), kills, Duration.between(begun, clock.instant()), server.fingerprint());
    }

    private void step() throws ApiFailure, InterruptedException {
        int lot = random.nextInt(1000);
        if (lot < 4) {
            kill();
        } else if (lot < 12) {
            SimulatedKubelet simulatedKubelet = kubelets.get(random.nextInt(kubelets.size()));
            connect(simulatedKubelet, simulatedKubelet.isCutOff());
        } else if (lot < 60) {
            tolerant(simulatedUser);
        } else if (lot < 400) {
            tolerant(others.get(random.nextInt(others.size())));
        } else if (lot < 450 || !turn()) {
            ring();
        }
    }

    private boolean turn() throws InterruptedException {
        Optional<String> where = interleaver.next();
        where.ifPresent(this::note);
        return where.isPresent();
    }

    private void note(String what) {
        if (recent.size() == REMEMBERED) {
            recent.removeFirst();
        }
        recent.addLast(clock.instant() + " " + what);
    }

    /// The last steps, for debugging.
    public List<String> recent() {
        return List.copyOf(recent);
    }

    /// Others write the same objects, so a write may be rejected; the actor then tries again.
    private boolean tolerant(Actor actor) throws ApiFailure {
        try {
            boolean acted = actor.act();
            if (acted) {
                note(actor.getClass().getSimpleName());
            }
            return acted;
        } catch (ApiFailure e) {
            if (e.isConflict() || e.isAlreadyExists() || e.isNotFound() || e.isInvalid()) {
                return true;
            }
            throw e;
        }
    }

    private void kill() throws InterruptedException {
        kills++;
        note("the controllers are killed");
        controllerProcess.kill();
        controllerProcess = start();
    }

    /// A real cluster marks a disconnected node as not ready after a while; here it happens at once, because
    /// otherwise the disconnection would have no effect.
    private void connect(SimulatedKubelet simulatedKubelet, boolean connected) throws ApiFailure {
        simulatedKubelet.cutOff(!connected);
        Node node = server.find(Kinds.NODES, "", simulatedKubelet.name()).orElseThrow();
        String change = "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"%s\"}]}}"
                .formatted(connected ? "True" : "Unknown");
        server.patch(
                Kinds.NODES, node, Patch.merge(SimulationConstants.json(change)).status());
    }

    private void ring() {
        Optional<Duration> next = clock.untilNext();
        if (next.isPresent() && next.get().compareTo(Duration.ofMinutes(1)) <= 0) {
            clock.advance();
        } else {
            clock.pass(Duration.ofSeconds(1 + random.nextInt(30)));
        }
    }

    private void comeToRest() throws ApiFailure, InterruptedException {
        Instant end = clock.instant().plus(PEACE);
        while (clock.instant().isBefore(end)) {
            boolean acted = turn();
            for (Actor actor : others) {
                acted |= tolerant(actor);
            }
            safetyInvariants.check();
            if (!acted) {
                if (clock.untilNext().isEmpty()) {
                    return;
                }
                clock.advance();
            }
        }
    }
}
