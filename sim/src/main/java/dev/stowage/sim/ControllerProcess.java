package dev.stowage.sim;

import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterActionExecutor;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import dev.stowage.sim.server.FaultInjector;
import dev.stowage.sim.server.SimulatedApiServer;
import dev.stowage.sim.server.SimulatedApiTransport;
import dev.stowage.sim.time.ThreadInterleaver;
import dev.stowage.sim.time.VirtualClock;
import dev.stowage.sim.time.VirtualTimer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Function;

/// The real controllers, mirrors and queues, as one process of the simulated world.
final class ControllerProcess {
    private final ThreadInterleaver interleaver;
    private final VirtualClock clock;
    private final Informers informers;
    private final EventRecorder events;

    ControllerProcess(
            SimulatedApiServer server,
            ThreadInterleaver interleaver,
            VirtualClock clock,
            FaultInjector faultInjector,
            List<Function<ControllerContext, ControllerRole>> makers)
            throws InterruptedException {
        this.interleaver = interleaver;
        this.clock = clock;
        PrometheusRegistry metrics = new PrometheusRegistry();
        KubeClient api = new KubeClient(
                new SimulatedApiTransport(server, interleaver, faultInjector, this), RequestLimiter.adaptive());
        informers = new Informers(api, VirtualTimer.silent(clock, this));
        events = new EventRecorder(api, "sim", "sim", clock);
        ControllerContext controllerContext = new ControllerContext(
                api,
                informers,
                events,
                new SilentExecutor(new ClusterActionExecutor(informers, events)),
                metrics,
                new WorkQueueMetrics(metrics, (queue, work) -> interleaver.thread(this, queue, work)),
                VirtualTimer.of(clock, this),
                clock,
                FeatureGates.defaults());
        List<ControllerRole> roles =
                makers.stream().map(maker -> maker.apply(controllerContext)).toList();
        informers.start();
        awaitMirrors();
        for (ControllerRole role : roles) {
            role.start();
        }
        interleaver.settle();
    }

    /// A mirror whose list failed comes back after a pause, and that is one of the real time: the others wait
    /// for it, so that it is never chance who is there when lots are drawn.
    private void awaitMirrors() throws InterruptedException {
        interleaver.await(this, informers.all().size());
        while (!informers.all().stream().allMatch(Informer::isSynced)) {
            interleaver.next();
            interleaver.await(this, informers.all().size());
        }
    }

    /// From one moment to the next it is gone; what it had under way stays half done.
    void kill() {
        interleaver.end(this);
        clock.forget(this);
        informers.close();
        events.close();
    }

    /// Events decide nothing, and they are written by other threads.
    private record SilentExecutor(ActionExecutor actionExecutor) implements ActionExecutor {
        @Override
        public void execute(ClusterAction clusterAction) throws ApiFailure, InterruptedException {
            if (!(clusterAction instanceof ClusterAction.RecordEvent)) {
                actionExecutor.execute(clusterAction);
            }
        }
    }
}
