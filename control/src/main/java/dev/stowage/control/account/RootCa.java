package dev.stowage.control.account;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.ConfigMap;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Namespace;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A config map in every namespace, by which pods know the server.
public final class RootCa implements Controller {
    private static final Logger log = LoggerFactory.getLogger(RootCa.class);

    private final Shared shared;
    private final String authority;
    private final Mirror<Namespace> namespaces;
    private final Mirror<ConfigMap> maps;
    private final WorkQueue<String> queue;

    public RootCa(Shared shared, RootCaOptions options) {
        this.shared = shared;
        this.authority = options.authority().isEmpty() ? shared.api().authority() : options.authority();
        this.namespaces = shared.mirrors().of(Kinds.NAMESPACES);
        // Config maps can be large, and nobody here reads the others.
        this.maps = shared.mirrors()
                .of(
                        Kinds.CONFIG_MAPS,
                        map -> map.meta().name().equals(AccountRule.MAP),
                        "fieldSelector=metadata.name%3D" + AccountRule.MAP);
        this.queue = new WorkQueue<>(
                "root_ca_cert_publisher",
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
        maps.listen((before, now) -> {
            ConfigMap either = now == null ? before : now;
            if (either != null) {
                queue.add(either.meta().namespace());
            }
        });
    }

    private Outcome work(String name) throws InterruptedException {
        Namespace namespace = namespaces.find(name).orElse(null);
        if (namespace == null) {
            return Outcome.done();
        }
        try {
            shared.hands().carryOut(AccountRule.map(namespace, maps.find(new Key(name, AccountRule.MAP)), authority));
            return Outcome.done();
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    @Override
    public String name() {
        return "root-ca-certificate-publisher-controller";
    }

    @Override
    public void start() throws InterruptedException {
        if (authority.isEmpty()) {
            log.warn("Nobody in particular signs the server's certificate, so pods are told nothing. Name a file with "
                    + "--root-ca-file.");
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
