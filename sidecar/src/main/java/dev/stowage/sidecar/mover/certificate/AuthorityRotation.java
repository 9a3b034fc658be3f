package dev.stowage.sidecar.mover.certificate;

import dev.stowage.x509.CertificateAuthority;
import dev.stowage.x509.PemEncoding;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The authority that signs, and the one before it. A new authority is trusted by the movers before it signs, and
/// the one before stays trusted until its certificates have ended. Pure.
record AuthorityRotation(CertificateAuthority newest, Optional<CertificateAuthority> before) {
    /// Movers watch the published certificates; this is for one that cannot reach the API server for a moment.
    static final Duration SETTLING = Duration.ofMinutes(10);

    /// How far clocks may differ.
    private static final Duration SKEW = Duration.ofHours(1);

    static AuthorityRotation first(CertificateAuthority created) {
        return new AuthorityRotation(created, Optional.empty());
    }

    /// Which one signs now.
    CertificateAuthority signer(Instant now) {
        return before.filter(_ -> now.isBefore(begin(newest).plus(SETTLING))).orElse(newest);
    }

    /// Whether two thirds of its life are over.
    boolean isDue(Instant now) {
        Instant begin = begin(newest);
        Duration life = Duration.between(begin, end(newest));
        return !now.isBefore(begin.plus(life.multipliedBy(2).dividedBy(3)));
    }

    AuthorityRotation followedBy(CertificateAuthority created) {
        return new AuthorityRotation(created, Optional.of(newest));
    }

    /// Without the one before, when none of its certificates is valid any more.
    ///
    /// @param longest validity of a certificate
    AuthorityRotation without(Instant now, Duration longest) {
        Instant over = begin(newest).plus(SETTLING).plus(longest).plus(SKEW);
        return before.isPresent() && now.isAfter(over) ? first(newest) : this;
    }

    /// In PEM, the newest first.
    String trusted() {
        return Stream.concat(Stream.of(newest), before.stream())
                .map(authority -> PemEncoding.of(authority.certificate()))
                .collect(Collectors.joining());
    }

    List<X509Certificate> certificates() {
        return Stream.concat(Stream.of(newest), before.stream())
                .map(CertificateAuthority::certificate)
                .toList();
    }

    private static Instant begin(CertificateAuthority authority) {
        return authority.certificate().getNotBefore().toInstant();
    }

    private static Instant end(CertificateAuthority authority) {
        return authority.certificate().getNotAfter().toInstant();
    }
}
