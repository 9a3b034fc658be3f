package dev.stowage.sidecar.mover.certificate;

import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.CertificateSigningRequest;
import dev.stowage.kube.model.ConfigMap;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.security.GeneralSecurityException;
import java.time.Duration;

/// Signs the certificates of movers, with an authority of its own. One of it works for all drivers of a
/// cluster, and calls none. Several at once do no harm: of two decisions on one version of an object the server
/// refuses the second, and what one of them publishes too late the next event of the ConfigMap corrects.
public final class MoverSigner implements ControllerRole {
    private static final ExponentialBackoff RETRIES =
            new ExponentialBackoff(Duration.ofMillis(500), Duration.ofMinutes(1));
    private static final Duration REFRESH = Duration.ofMinutes(30);
    private static final String AUTHORITY = CertificateKeys.MOVER_AUTHORITY;
    private static final int WORKERS = 2;

    private final Informer<CertificateSigningRequest> requests;
    private final Informer<ConfigMap> published;
    private final SigningWorker worker;
    private final WorkQueue<String> signing;
    private final WorkQueue<String> refreshing;

    public MoverSigner(ControllerContext context, MoverSignerOptions options) {
        options.requireNamespace();
        this.requests = context.informers()
                .separate(
                        context.api(),
                        Kinds.CERTIFICATE_SIGNING_REQUESTS,
                        "",
                        "fieldSelector=spec.signerName%3D" + CertificateKeys.MOVER_SIGNER.replace("/", "%2F"));
        this.published = context.informers()
                .separate(
                        context.api(),
                        Kinds.CONFIG_MAPS,
                        options.namespace(),
                        "fieldSelector=metadata.name%3D" + AUTHORITY);
        AuthorityStore store = new AuthorityStore(
                context.api(), options.namespace(), options.life(), options.longest(), context.clock());
        this.worker = new SigningWorker(
                requests, context.api(), new SigningPolicy(options.users(), options.longest()), store, context.clock());
        this.signing = new WorkQueue<>("mover-signer", WORKERS, RETRIES, worker, context.timer(), context.queues());
        this.refreshing =
                new WorkQueue<>("mover-authority", 1, RETRIES, _ -> refresh(), context.timer(), context.queues());
        requests.addEventHandler((before, now) -> {
            if (now != null) {
                signing.add(now.meta().name());
            } else if (before != null) {
                signing.forget(before.meta().name());
            }
        });
        published.addEventHandler((_, _) -> refreshing.add(AUTHORITY));
    }

    private ReconcileResult refresh() throws GeneralSecurityException, InterruptedException {
        try {
            worker.refresh();
        } catch (ApiFailure e) {
            return FailureResult.retry(e);
        }
        // Requests that came before there was an authority.
        requests.all().forEach(request -> signing.add(request.meta().name()));
        return ReconcileResult.requeueAfter(REFRESH);
    }

    @Override
    public String name() {
        return "mover-signer";
    }

    @Override
    public String leaseName() {
        return "stowage-mover-signer";
    }

    @Override
    public void start() throws InterruptedException {
        requests.awaitSynced();
        published.awaitSynced();
        refreshing.add(AUTHORITY);
        refreshing.start();
        signing.start();
    }

    @Override
    public void close() {
        signing.close();
        refreshing.close();
    }
}
