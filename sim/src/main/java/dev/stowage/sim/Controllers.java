package dev.stowage.sim;

import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.ClusterHands;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.api.Limit;
import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.program.Gates;
import dev.stowage.kube.program.Role;
import dev.stowage.kube.queue.QueueMetrics;
import dev.stowage.sim.server.Faults;
import dev.stowage.sim.server.SimWire;
import dev.stowage.sim.server.World;
import dev.stowage.sim.time.Turns;
import dev.stowage.sim.time.VirtualClock;
import dev.stowage.sim.time.VirtualTimer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Function;

/// The real controllers, mirrors and queues, as one process of the simulated world.
final class Controllers {
    private final Turns turns;
    private final VirtualClock clock;
    private final Mirrors mirrors;
    private final EventRecorder events;

    Controllers(World world, Turns turns, VirtualClock clock, Faults faults, List<Function<Shared, Role>> makers)
            throws InterruptedException {
        this.turns = turns;
        this.clock = clock;
        PrometheusRegistry metrics = new PrometheusRegistry();
        KubeApi api = new KubeApi(new SimWire(world, turns, faults, this), Limit.adaptive());
        mirrors = new Mirrors(api, VirtualTimer.silent(clock, this));
        events = new EventRecorder(api, "sim", "sim", clock);
        Shared shared = new Shared(
                api,
                mirrors,
                events,
                new Quiet(new ClusterHands(mirrors, events)),
                metrics,
                new QueueMetrics(metrics, (queue, work) -> turns.thread(this, queue, work)),
                VirtualTimer.of(clock, this),
                clock,
                Gates.usual());
        List<Role> roles = makers.stream().map(maker -> maker.apply(shared)).toList();
        mirrors.start();
        awaitMirrors();
        for (Role role : roles) {
            role.start();
        }
        turns.settle();
    }

    /// A mirror whose list failed comes back after a pause, and that is one of the real time: the others wait
    /// for it, so that it is never chance who is there when lots are drawn.
    private void awaitMirrors() throws InterruptedException {
        turns.await(this, mirrors.all().size());
        while (!mirrors.all().stream().allMatch(Mirror::isSynced)) {
            turns.next();
            turns.await(this, mirrors.all().size());
        }
    }

    /// From one moment to the next it is gone; what it had under way stays half done.
    void kill() {
        turns.end(this);
        clock.forget(this);
        mirrors.close();
        events.close();
    }

    /// Events decide nothing, and their writers are threads of their own.
    private record Quiet(Hands hands) implements Hands {
        @Override
        public void carryOut(Act act) throws ApiFailure, InterruptedException {
            if (!(act instanceof Act.Tell)) {
                hands.carryOut(act);
            }
        }
    }
}
