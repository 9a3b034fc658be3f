package dev.stowage.control.account;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Namespace;
import dev.stowage.kube.object.Other;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;

/// A service account in every namespace, for pods that name none.
public final class Accounts implements Controller {
    private final Shared shared;
    private final Mirror<Namespace> namespaces;
    private final Mirror<Other> accounts;
    private final WorkQueue<String> queue;

    public Accounts(Shared shared) {
        this.shared = shared;
        this.namespaces = shared.mirrors().of(Kinds.NAMESPACES);
        this.accounts = shared.mirrors().of(Kinds.SERVICE_ACCOUNTS);
        this.queue = new WorkQueue<>(
                "serviceaccount",
                5,
                new Backoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        namespaces.listen((_, now) -> {
            if (now != null) {
                queue.add(now.meta().name());
            }
        });
        accounts.listen((before, now) -> {
            if (before != null && now == null && before.meta().name().equals(AccountRule.ACCOUNT)) {
                queue.add(before.meta().namespace());
            }
        });
    }

    private Outcome work(String name) throws InterruptedException {
        Namespace namespace = namespaces.find(name).orElse(null);
        if (namespace == null) {
            return Outcome.done();
        }
        boolean there = accounts.find(new Key(name, AccountRule.ACCOUNT)).isPresent();
        try {
            shared.hands().carryOut(AccountRule.account(namespace, there));
            return Outcome.done();
        } catch (ApiFailure e) {
            return e.isAlreadyExists() ? Outcome.done() : Aftermath.of(e);
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
