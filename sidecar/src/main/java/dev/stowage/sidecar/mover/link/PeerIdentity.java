package dev.stowage.sidecar.mover.link;

import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.SubjectName;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The mover at the other end of a connection, as its certificate names it.
///
/// @param node that it runs on
public record PeerIdentity(String node) {
    /// What the common name of a mover begins with; the name of its node follows.
    public static final String PREFIX = "stowage:mover:";

    /// The organization of all movers.
    public static final String GROUP = "stowage:movers";

    /// Names of nodes are DNS subdomains.
    private static final Pattern NODE = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

    public PeerIdentity {
        if (!NODE.matcher(node).matches()) {
            throw new IllegalArgumentException("not the name of a node");
        }
    }

    /// Empty when it is not the name of a mover, or says anything else beside.
    public static Optional<PeerIdentity> of(SubjectName subject) {
        if (subject.commonNames().size() != 1
                || !subject.organizations().equals(List.of(GROUP))
                || subject.hasOthers()) {
            return Optional.empty();
        }
        String name = subject.commonNames().getFirst();
        return name.startsWith(PREFIX)
                ? Optional.of(name.substring(PREFIX.length()))
                        .filter(node -> NODE.matcher(node).matches())
                        .map(PeerIdentity::new)
                : Optional.empty();
    }

    /// @throws CertificateException when it is not the certificate of a mover
    public static PeerIdentity require(X509Certificate certificate) throws CertificateException {
        try {
            return of(SubjectName.of(certificate))
                    .orElseThrow(() -> new CertificateException("the certificate is not that of a mover"));
        } catch (CertificateException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the name in the certificate cannot be read", e);
        }
    }

    /// What its certificate states.
    public CertificateProfile profile() {
        return CertificateProfile.peer(PREFIX + node, GROUP);
    }
}
