package dev.stowage.sidecar.mover.certificate;

import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.x509.CertificateRequest;
import java.time.Duration;

/// What is done about a CertificateSigningRequest.
sealed interface SigningDecision {

    /// Not ours, or decided.
    record Ignore() implements SigningDecision {}

    record Approve(PeerIdentity mover) implements SigningDecision {}

    /// @param reason one word, for the condition
    record Deny(String reason, String message) implements SigningDecision {}

    /// Another approved it; it is not signed all the same.
    record Fail(String reason, String message) implements SigningDecision {}

    record Sign(PeerIdentity mover, CertificateRequest request, Duration validity) implements SigningDecision {}
}
