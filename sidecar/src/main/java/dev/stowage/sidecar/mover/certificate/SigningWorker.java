package dev.stowage.sidecar.mover.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CertificateSigningRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.x509.PemEncoding;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Approves, denies and signs one request at a time. Approval and certificate are two writes to two subresources:
/// after the first, the object changes, and the second follows from what it is then.
final class SigningWorker implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(SigningWorker.class);

    /// Decided requests are deleted then, as kube-controller-manager does it where there is one.
    private static final Duration KEPT = Duration.ofHours(1);

    private final Informer<CertificateSigningRequest> requests;
    private final KubeClient api;
    private final SigningPolicy policy;
    private final AuthorityStore store;
    private final InstantSource clock;
    private volatile Optional<AuthorityRotation> authorities = Optional.empty();

    SigningWorker(
            Informer<CertificateSigningRequest> requests,
            KubeClient api,
            SigningPolicy policy,
            AuthorityStore store,
            InstantSource clock) {
        this.requests = requests;
        this.api = api;
        this.policy = policy;
        this.store = store;
        this.clock = clock;
    }

    void refresh() throws ApiFailure, GeneralSecurityException, InterruptedException {
        authorities = Optional.of(store.refresh());
    }

    @Override
    public ReconcileResult work(String name) throws GeneralSecurityException, InterruptedException {
        try {
            return reconcile(name);
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    private ReconcileResult reconcile(String name) throws ApiFailure, GeneralSecurityException, InterruptedException {
        Optional<CertificateSigningRequest> found = requests.find(name);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        CertificateSigningRequest request = found.get();
        return switch (policy.decide(request)) {
            case SigningDecision.Ignore() -> tidyUp(request);
            case SigningDecision.Approve(var mover) -> {
                decide(
                        request,
                        CertificateSigningRequest.APPROVED,
                        "MoverOnNode",
                        "the requester is the mover of node " + mover.node());
                yield ReconcileResult.done();
            }
            case SigningDecision.Deny(String reason, String message) -> {
                log.warn("Denied the certificate request {}: {}", name, message);
                decide(request, CertificateSigningRequest.DENIED, reason, message);
                yield ReconcileResult.done();
            }
            case SigningDecision.Fail(String reason, String message) -> {
                ObjectNode object = withCondition(request, CertificateSigningRequest.FAILED, reason, message);
                api.replaceSubresource(Kinds.CERTIFICATE_SIGNING_REQUESTS, "", name, "status", object);
                yield ReconcileResult.done();
            }
            case SigningDecision.Sign sign -> sign(request, sign);
        };
    }

    private ReconcileResult sign(CertificateSigningRequest request, SigningDecision.Sign sign)
            throws ApiFailure, GeneralSecurityException, InterruptedException {
        if (authorities.isEmpty()) {
            return ReconcileResult.done(); // comes again when there is an authority
        }
        Instant now = clock.instant();
        X509Certificate certificate = authorities
                .get()
                .signer(now)
                .issue(sign.mover().profile(), sign.request().key(), now, sign.validity());
        ObjectNode object = current(request);
        object.withObject("/status")
                .put(
                        "certificate",
                        Base64.getEncoder()
                                .encodeToString(PemEncoding.of(certificate).getBytes(StandardCharsets.US_ASCII)));
        api.replaceSubresource(
                Kinds.CERTIFICATE_SIGNING_REQUESTS, "", request.meta().name(), "status", object);
        log.info(
                "Issued a certificate for the mover of node {}, valid until {}.",
                sign.mover().node(),
                certificate.getNotAfter().toInstant());
        return ReconcileResult.done();
    }

    private void decide(CertificateSigningRequest request, String type, String reason, String message)
            throws ApiFailure, InterruptedException {
        api.replaceSubresource(
                Kinds.CERTIFICATE_SIGNING_REQUESTS,
                "",
                request.meta().name(),
                "approval",
                withCondition(request, type, reason, message));
    }

    private ObjectNode withCondition(CertificateSigningRequest request, String type, String reason, String message)
            throws ApiFailure, InterruptedException {
        ObjectNode object = current(request);
        object.withObject("/status")
                .withArray("/conditions")
                .addObject()
                .put("type", type)
                .put("status", "True")
                .put("reason", reason)
                .put("message", message);
        return object;
    }

    /// The whole object at the version that was decided on: the server refuses the write if it has changed.
    private ObjectNode current(CertificateSigningRequest request) throws ApiFailure, InterruptedException {
        JsonNode whole =
                api.get(Kinds.CERTIFICATE_SIGNING_REQUESTS, "", request.meta().name());
        ObjectNode object = whole.deepCopy();
        object.withObject("/metadata")
                .put("resourceVersion", request.meta().resourceVersion())
                .put("uid", request.meta().uid());
        return object;
    }

    private ReconcileResult tidyUp(CertificateSigningRequest request) throws ApiFailure, InterruptedException {
        Instant created = request.meta().creationTimestamp();
        if (created == null || !request.signerName().equals(CertificateKeys.MOVER_SIGNER)) {
            return ReconcileResult.done();
        }
        Duration left = Duration.between(clock.instant(), created.plus(KEPT));
        if (left.isPositive()) {
            return ReconcileResult.requeueAfter(left);
        }
        boolean _ = requests.delete(request);
        return ReconcileResult.done();
    }
}
