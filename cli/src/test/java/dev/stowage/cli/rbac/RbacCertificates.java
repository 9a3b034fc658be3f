package dev.stowage.cli.rbac;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.x509.CertificateRequest;
import dev.stowage.x509.EcKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;

/// A request for the certificate of a mover, and published authorities that another user changes.
final class RbacCertificates {
    /// The administrator, who plays the mover.
    static final String REQUESTER = "kubernetes-admin";

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String REQUEST = "mover-1";

    private final RbacFixture stage;
    private final ObservedRequests observedRequests;

    RbacCertificates(RbacFixture stage, ObservedRequests observedRequests) {
        this.stage = stage;
        this.observedRequests = observedRequests;
    }

    void play() throws IOException, InterruptedException, GeneralSecurityException {
        stage.api().create(Kinds.CERTIFICATE_SIGNING_REQUESTS, "", request());
        await("certificate")
                .atMost(LONG)
                .until(() -> stage.get(Kinds.CERTIFICATE_SIGNING_REQUESTS, "", REQUEST)
                        .at("/status/certificate")
                        .isTextual());
        stage.merge(
                Kinds.CONFIG_MAPS,
                TestServiceAccount.NAMESPACE,
                CertificateKeys.MOVER_AUTHORITY,
                "{'data': {'" + CertificateKeys.AUTHORITIES + "': 'changed'}}");
        await("the published authority")
                .atMost(LONG)
                .until(() -> observedRequests.hasAsked(RoleProcesses.SIGNER, "patch", "configmaps"));
    }

    private static ObjectNode request() throws IOException, GeneralSecurityException {
        String pem = CertificateRequest.of(new PeerIdentity("node-1").profile(), EcKeys.generate());
        return RbacFixture.json("""
                {'metadata': {'name': '%s'}, 'spec': {'signerName': '%s', 'request': '%s',
                 'usages': ['digital signature', 'client auth', 'server auth']}}""".formatted(
                        REQUEST,
                        CertificateKeys.MOVER_SIGNER,
                        Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII))));
    }
}
