package dev.stowage.control.account;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;

/// A service account in every namespace, for pods that name none.
public final class Accounts implements Controller {
    private final Shared shared;
    private final Informer<Namespace> namespaces;
    private final Informer<PartialObjectMetadata> accounts;
    private final WorkQueue<String> queue;

    public Accounts(Shared shared) {
        this.shared = shared;
        this.namespaces = shared.informers().of(Kinds.NAMESPACES);
        this.accounts = shared.informers().of(Kinds.SERVICE_ACCOUNTS);
        this.queue = new WorkQueue<>(
                "serviceaccount",
                5,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        namespaces.addEventHandler((_, now) -> {
            if (now != null) {
                queue.add(now.meta().name());
            }
        });
        accounts.addEventHandler((before, now) -> {
            if (before != null && now == null && before.meta().name().equals(AccountRule.ACCOUNT)) {
                queue.add(before.meta().namespace());
            }
        });
    }

    private ReconcileResult work(String name) throws InterruptedException {
        Namespace namespace = namespaces.find(name).orElse(null);
        if (namespace == null) {
            return ReconcileResult.done();
        }
        boolean there = accounts.find(new NamespacedName(name, AccountRule.ACCOUNT)).isPresent();
        try {
            shared.hands().carryOut(AccountRule.account(namespace, there));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return e.isAlreadyExists() ? ReconcileResult.done() : Aftermath.of(e);
        }
    }

    @Override
    public String name() {
        return "serviceaccount-controller";
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
