package dev.stowage.sidecar.mover.certificate;

import static dev.stowage.kube.model.CertificateSigningRequest.APPROVED;
import static dev.stowage.kube.model.CertificateSigningRequest.DENIED;
import static dev.stowage.kube.model.CertificateSigningRequest.FAILED;

import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.model.CertificateSigningRequest;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.x509.CertificateRequest;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides which requests are signed. A mover gets a certificate for the node that it is proven to be on, and for
/// nothing else: with the certificate of a node, volumes that move there can be read. Pure.
///
/// @param longest validity of a certificate
public record SigningPolicy(MoverUsers users, Duration longest) {
    static final Duration LONGEST = Duration.ofDays(1);

    /// What a mover asks for. It is a server and a client.
    static final Set<String> USAGES = Set.of("digital signature", "client auth", "server auth");

    public static SigningPolicy of(MoverUsers users) {
        return new SigningPolicy(users, LONGEST);
    }

    SigningDecision decide(CertificateSigningRequest request) {
        if (!request.signerName().equals(CertificateKeys.MOVER_SIGNER)
                || !request.certificate().isEmpty()
                || request.condition(DENIED).isPresent()
                || request.condition(FAILED).isPresent()) {
            return new SigningDecision.Ignore();
        }
        boolean isApproved = request.condition(APPROVED).isPresent();
        CertificateRequest parsed;
        try {
            parsed = CertificateRequest.parse(request.request());
        } catch (GeneralSecurityException e) {
            return refuse(isApproved, "InvalidRequest", "the certificate request is not valid: " + e.getMessage());
        }
        Optional<PeerIdentity> mover = PeerIdentity.of(parsed.subject());
        if (mover.isEmpty() || parsed.hasAttributes()) {
            return refuse(
                    isApproved,
                    "InvalidSubject",
                    "the subject must be CN=" + PeerIdentity.PREFIX + "NODE, O=" + PeerIdentity.GROUP
                            + ", without other names and attributes");
        }
        if (request.usages().size() != USAGES.size() || !USAGES.containsAll(request.usages())) {
            return refuse(
                    isApproved, "InvalidUsages", "the usages must be digital signature, client auth, server auth");
        }
        String node = mover.get().node();
        List<String> nodesOfToken = request.extra().getOrDefault(CertificateKeys.NODE_OF_TOKEN, List.of());
        if (!users.mayActFor(node, request.requester(), nodesOfToken)) {
            return refuse(
                    isApproved,
                    "NotOnNode",
                    "user " + request.requester() + " is not proven to be the mover of node " + node
                            + " (it needs a token that is bound to a pod on that node, and must be in --node-users)");
        }
        return isApproved
                ? new SigningDecision.Sign(mover.get(), parsed, validity(request))
                : new SigningDecision.Approve(mover.get());
    }

    private Duration validity(CertificateSigningRequest request) {
        Duration wanted = request.expiration().orElse(longest);
        return wanted.compareTo(longest) < 0 ? wanted : longest;
    }

    private static SigningDecision refuse(boolean isApproved, String reason, String message) {
        return isApproved ? new SigningDecision.Fail(reason, message) : new SigningDecision.Deny(reason, message);
    }
}
