package dev.stowage.cluster.serviceaccount;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.ConfigMap;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Publishes the config map `kube-root-ca.crt` in every namespace, with which pods verify the server.
public final class RootCaPublisher implements Controller {
    private static final Logger log = LoggerFactory.getLogger(RootCaPublisher.class);

    private final ControllerContext context;
    private final String authority;
    private final Informer<Namespace> namespaces;
    private final Informer<ConfigMap> maps;
    private final WorkQueue<String> queue;

    public RootCaPublisher(ControllerContext context, RootCaOptions options) {
        this.context = context;
        this.authority = options.authority().isEmpty() ? context.api().certificateAuthority() : options.authority();
        this.namespaces = context.informers().of(Kinds.NAMESPACES);
        // Config maps can be large, and the others are not needed here.
        this.maps = context.informers()
                .of(
                        Kinds.CONFIG_MAPS,
                        map -> map.meta().name().equals(NamespaceDefaultsDecision.MAP),
                        "fieldSelector=metadata.name%3D" + NamespaceDefaultsDecision.MAP);
        this.queue = new WorkQueue<>(
                "root_ca_cert_publisher",
                5,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                context.timer(),
                context.queues());
        namespaces.addEventHandler((_, now) -> {
            if (now != null) {
                queue.add(now.meta().name());
            }
        });
        maps.addEventHandler((before, now) -> {
            ConfigMap either = now == null ? before : now;
            if (either != null) {
                queue.add(either.meta().namespace());
            }
        });
    }

    private ReconcileResult work(String name) throws InterruptedException {
        Namespace namespace = namespaces.find(name).orElse(null);
        if (namespace == null) {
            return ReconcileResult.done();
        }
        try {
            context.executor()
                    .execute(NamespaceDefaultsDecision.map(
                            namespace, maps.find(new NamespacedName(name, NamespaceDefaultsDecision.MAP)), authority));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    @Override
    public String name() {
        return ControllerName.ROOT_CA.text();
    }

    @Override
    public void start() throws InterruptedException {
        if (authority.isEmpty()) {
            log.warn("Not publishing kube-root-ca.crt: no CA certificate for the API server is known (set "
                    + "--root-ca-file).");
            return;
        }
        namespaces.awaitSynced();
        maps.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
