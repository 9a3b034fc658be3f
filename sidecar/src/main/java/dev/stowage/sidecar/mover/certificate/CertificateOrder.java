package dev.stowage.sidecar.mover.certificate;

import static dev.stowage.kube.model.CertificateSigningRequest.DENIED;
import static dev.stowage.kube.model.CertificateSigningRequest.FAILED;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.CertificateSigningRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.CertificateRequest;
import dev.stowage.x509.EcKeys;
import dev.stowage.x509.PemEncoding;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Orders a certificate: a new key, a CertificateSigningRequest, and what became of it.
record CertificateOrder(KubeClient api, Informers informers, PeerIdentity self) {
    /// Then the signer is not there, or has other requests to decide; another request is made.
    private static final Duration DECIDED_WITHIN = Duration.ofMinutes(5);

    private static final int FINGERPRINT = 8;

    /// Returns when the certificate is issued.
    CertificateKeyPair fulfil()
            throws ApiFailure, GeneralSecurityException, CertificateOrderException, InterruptedException {
        KeyPair keys = EcKeys.generate();
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(keys.getPublic().getEncoded());
        String name = "stowage-mover-" + HexFormat.of().formatHex(digest, 0, FINGERPRINT);
        Informer<CertificateSigningRequest> informer = informers.separate(
                api, Kinds.CERTIFICATE_SIGNING_REQUESTS, "", "fieldSelector=metadata.name%3D" + name);
        try {
            BlockingQueue<CertificateSigningRequest> changes = new LinkedBlockingQueue<>();
            informer.addEventHandler((_, now) -> {
                if (now != null) {
                    changes.add(now);
                }
            });
            api.create(
                    Kinds.CERTIFICATE_SIGNING_REQUESTS, "", object(name, CertificateRequest.of(self.profile(), keys)));
            return accepted(awaitIssued(name, changes), keys);
        } finally {
            informers.drop(informer);
        }
    }

    private static ObjectNode object(String name, String pem) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", name);
        ObjectNode spec = object.putObject("spec")
                .put("signerName", CertificateKeys.MOVER_SIGNER)
                .put("expirationSeconds", SigningPolicy.LONGEST.toSeconds())
                .put("request", Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)));
        ArrayNode usages = spec.putArray("usages");
        SigningPolicy.USAGES.forEach(usages::add);
        return object;
    }

    private static String awaitIssued(String name, BlockingQueue<CertificateSigningRequest> changes)
            throws CertificateOrderException, InterruptedException {
        long end = System.nanoTime() + DECIDED_WITHIN.toNanos();
        while (true) {
            CertificateSigningRequest now = changes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (now == null) {
                throw new CertificateOrderException("the certificate request " + name + " was not decided within "
                        + DECIDED_WITHIN.toMinutes() + " minutes (is the role mover-signer running?)");
            }
            if (!now.certificate().isEmpty()) {
                return now.certificate();
            }
            for (String type : List.of(DENIED, FAILED)) {
                if (now.condition(type).isPresent()) {
                    throw new CertificateOrderException("the certificate request " + name + " was refused: "
                            + now.condition(type).get().message());
                }
            }
        }
    }

    /// The API server does not check what a signer writes.
    private CertificateKeyPair accepted(String pem, KeyPair keys) throws GeneralSecurityException {
        List<X509Certificate> chain = PemEncoding.certificates(pem);
        if (chain.isEmpty() || !chain.getFirst().getPublicKey().equals(keys.getPublic())) {
            throw new GeneralSecurityException("the issued certificate is not for the requested key");
        }
        if (!PeerIdentity.require(chain.getFirst()).equals(self)) {
            throw new GeneralSecurityException("the issued certificate is not for node " + self.node());
        }
        return new CertificateKeyPair(chain, keys.getPrivate());
    }
}
