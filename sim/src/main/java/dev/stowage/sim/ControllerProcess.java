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

/// The real controllers, informers and queues, as one simulated process.
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

    /// An informer retries a failed list after a pause in real time. The others wait for it, so that the random
    /// choices do not depend on real time.
    private void awaitMirrors() throws InterruptedException {
        interleaver.await(this, informers.all().size());
        while (!informers.all().stream().allMatch(Informer::isSynced)) {
            interleaver.next();
            interleaver.await(this, informers.all().size());
        }
    }

    /// Kills the process at once; operations in progress stay incomplete.
    void kill() {
        interleaver.end(this);
        clock.forget(this);
        informers.close();
        events.close();
    }

    /// Drops events: no decision depends on them, and other threads write them.
    private record SilentExecutor(ActionExecutor actionExecutor) implements ActionExecutor {
        @Override
        public void execute(ClusterAction clusterAction) throws ApiFailure, InterruptedException {
            if (!(clusterAction instanceof ClusterAction.RecordEvent)) {
                actionExecutor.execute(clusterAction);
            }
        }
    }
}
