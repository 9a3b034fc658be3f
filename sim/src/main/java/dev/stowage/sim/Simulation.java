package dev.stowage.sim;

import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.sim.model.Actor;
import dev.stowage.sim.model.Attacher;
import dev.stowage.sim.model.Kubelet;
import dev.stowage.sim.model.Names;
import dev.stowage.sim.model.Provisioner;
import dev.stowage.sim.model.Scheduler;
import dev.stowage.sim.model.Storage;
import dev.stowage.sim.model.User;
import dev.stowage.sim.server.Faults;
import dev.stowage.sim.server.World;
import dev.stowage.sim.time.Turns;
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

/// One run: a time of troubles, then a time of peace in which all has to come right.
public final class Simulation {
    private static final int NODES = 3;
    private static final int REMEMBERED = 60;
    private static final double FAULTS = 0.08;
    private static final Duration PEACE = Duration.ofMinutes(20);

    private final RandomGenerator random;
    private final VirtualClock clock = new VirtualClock();
    private final World world = new World(clock);
    private final Storage storage = new Storage();
    private final Turns turns;
    private final Faults faults;
    private final Invariants invariants;
    private final User user;
    private final Attacher attacher;
    private final List<Kubelet> kubelets = new ArrayList<>();
    private final List<Actor> others = new ArrayList<>();
    private final List<Function<ControllerContext, ControllerRole>> makers;
    private Controllers controllers;
    private final Deque<String> recent = new ArrayDeque<>();
    private int kills;

    /// What a run came to.
    ///
    /// @param fingerprint the same for runs in which the same happened
    public record Summary(long writes, int kills, Duration time, int fingerprint) {}

    public Simulation(long seed, List<Function<ControllerContext, ControllerRole>> makers) throws ApiFailure, InterruptedException {
        var root = new SplittableRandom(seed);
        this.random = root.split();
        this.turns = new Turns(root.split());
        this.faults = new Faults(root.split());
        this.makers = makers;
        this.invariants = new Invariants(world, storage, clock, Cast.FORCE_AFTER);
        this.user = new User(world, root.split());
        this.attacher = new Attacher(world, storage, invariants, root.split());
        others.add(attacher);
        others.add(new Provisioner(world, storage));
        others.add(new Scheduler(world, root.split()));
        furnish();
        this.controllers = start();
    }

    private Controllers start() throws InterruptedException {
        return new Controllers(world, turns, clock, faults, makers);
    }

    private void furnish() throws ApiFailure {
        world.create(
                Kinds.CSI_DRIVERS,
                "",
                Names.json("{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"attachRequired\": true}}"
                        .formatted(Names.DRIVER)));
        for (String name : List.of(Names.AT_ONCE, Names.WITH_POD)) {
            world.create(Kinds.STORAGE_CLASSES, "", Names.json("""
                    {"metadata": {"name": "%s"}, "provisioner": "%s", "reclaimPolicy": "Delete",
                     "volumeBindingMode": "%s"}
                    """.formatted(
                            name, Names.DRIVER, name.equals(Names.AT_ONCE) ? "Immediate" : "WaitForFirstConsumer")));
        }
        for (int i = 1; i <= NODES; i++) {
            String name = "node-" + i;
            world.create(Kinds.NODES, "", Names.json("""
                    {"metadata": {"name": "%s",
                      "annotations": {"volumes.kubernetes.io/controller-managed-attach-detach": "true"}},
                     "spec": {}, "status": {"conditions": [{"type": "Ready", "status": "True"}]}}
                    """.formatted(name)));
            Kubelet kubelet = new Kubelet(world, storage, name);
            kubelets.add(kubelet);
            others.add(kubelet);
        }
    }

    /// @throws Violation when something happened that must not, or something did not come about
    public Summary run(int steps) throws ApiFailure, InterruptedException {
        Instant begun = clock.instant();
        faults.raise(FAULTS);
        attacher.fail(FAULTS);
        for (int i = 0; i < steps; i++) {
            step();
            invariants.check();
        }
        faults.raise(0);
        attacher.fail(0);
        for (Kubelet kubelet : kubelets) {
            connect(kubelet, true);
        }
        comeToRest();
        new Rest(world, storage).check();
        controllers.kill();
        return new Summary(world.writes(), kills, Duration.between(begun, clock.instant()), world.fingerprint());
    }

    private void step() throws ApiFailure, InterruptedException {
        int lot = random.nextInt(1000);
        if (lot < 4) {
            kill();
        } else if (lot < 12) {
            Kubelet kubelet = kubelets.get(random.nextInt(kubelets.size()));
            connect(kubelet, kubelet.isCutOff());
        } else if (lot < 60) {
            tolerant(user);
        } else if (lot < 400) {
            tolerant(others.get(random.nextInt(others.size())));
        } else if (lot < 450 || !turn()) {
            ring();
        }
    }

    private boolean turn() throws InterruptedException {
        Optional<String> where = turns.next();
        where.ifPresent(this::note);
        return where.isPresent();
    }

    private void note(String what) {
        if (recent.size() == REMEMBERED) {
            recent.removeFirst();
        }
        recent.addLast(clock.instant() + " " + what);
    }

    /// The last steps, for whoever has to find out what went wrong.
    public List<String> recent() {
        return List.copyOf(recent);
    }

    /// Others write the same objects, so a write may be refused; whoever is refused comes back.
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
        controllers.kill();
        controllers = start();
    }

    /// A kubelet that is cut off is told to be not ready a while later; here, at once, or its silence would have no
    /// effect.
    private void connect(Kubelet kubelet, boolean connected) throws ApiFailure {
        kubelet.cutOff(!connected);
        Node node = world.find(Kinds.NODES, "", kubelet.name()).orElseThrow();
        String change = "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"%s\"}]}}"
                .formatted(connected ? "True" : "Unknown");
        world.patch(Kinds.NODES, node, Patch.merge(Names.json(change)).status());
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
            invariants.check();
            if (!acted) {
                if (clock.untilNext().isEmpty()) {
                    return;
                }
                clock.advance();
            }
        }
    }
}
