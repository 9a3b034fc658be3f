package dev.stowage.cluster.serviceaccount;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;

/// Creates the default service account in every namespace.
public final class ServiceAccountController implements Controller {
    private final ControllerContext context;
    private final Informer<Namespace> namespaces;
    private final Informer<PartialObjectMetadata> accounts;
    private final WorkQueue<String> queue;

    public ServiceAccountController(ControllerContext context) {
        this.context = context;
        this.namespaces = context.informers().of(Kinds.NAMESPACES);
        this.accounts = context.informers().of(Kinds.SERVICE_ACCOUNTS);
        this.queue = new WorkQueue<>(
                "serviceaccount",
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
        accounts.addEventHandler((before, now) -> {
            if (before != null && now == null && before.meta().name().equals(NamespaceDefaultsDecision.ACCOUNT)) {
                queue.add(before.meta().namespace());
            }
        });
    }

    private ReconcileResult work(String name) throws InterruptedException {
        Namespace namespace = namespaces.find(name).orElse(null);
        if (namespace == null) {
            return ReconcileResult.done();
        }
        boolean there = accounts.find(new NamespacedName(name, NamespaceDefaultsDecision.ACCOUNT))
                .isPresent();
        try {
            context.executor().execute(NamespaceDefaultsDecision.account(namespace, there));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return e.isAlreadyExists() ? ReconcileResult.done() : FailureResult.of(e);
        }
    }

    @Override
    public String name() {
        return ControllerName.SERVICE_ACCOUNT.text();
    }

    @Override
    public void start() throws InterruptedException {
        namespaces.awaitSynced();
        accounts.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
