package dev.stowage.cli.up;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.ServiceKeys;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/// Tells the owner of each Service, with one event, that nothing on this machine answers at its address: pods
/// run in the network of the machine, without kube-proxy and cluster DNS.
final class ClusterIpNotice implements AutoCloseable {
    static final String REASON = "ClusterIPNotServed";

    /// Pods get the real address of the API server in their environment.
    private static final NamespacedName API_SERVER = new NamespacedName("default", "kubernetes");

    private final KubeClient api;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("services").factory());
    private final EventRecorder events;
    private final Informers informers;

    private ClusterIpNotice(KubeClient api, String host) {
        this.api = api;
        this.events = new EventRecorder(api, "stowage-up", host, InstantSource.system());
        this.informers = new Informers(api, timer);
        informers.of(Kinds.SERVICES).addEventHandler(this::serviceChanged);
        informers.start();
    }

    static ClusterIpNotice start(Path kubeconfig, String host) throws IOException {
        return new ClusterIpNotice(
                new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "stowage-up"),
                host);
    }

    private void serviceChanged(@Nullable Service before, @Nullable Service now) {
        if (before == null && now != null && concerns(now)) {
            events.record(now.reference(), EventRecorder.Type.WARNING, REASON, message(now));
        }
    }

    static boolean concerns(Service service) {
        return !service.isExternalName() && !service.key().equals(API_SERVER);
    }

    static String message(Service service) {
        String what = service.isHeadless()
                ? "Cluster DNS does not answer in \"stowage up\""
                : "ClusterIPs and cluster DNS do not answer in \"stowage up\"";
        return what + "; use \"kubectl port-forward service/" + service.meta().name()
                + "\", or the pod addresses that \"kubectl get endpointslices -l " + ServiceKeys.SERVICE_NAME + "="
                + service.meta().name() + "\" shows";
    }

    @Override
    public void close() {
        informers.close();
        events.close();
        api.close();
        timer.shutdownNow();
    }
}
