package dev.stowage.sidecar.mover.certificate;

import dev.stowage.flags.UsageException;
import java.time.Duration;

/// Options of the signer.
///
/// @param namespace of the authority, which is that of the leases of movers
/// @param users who may have certificates
/// @param life of an authority
/// @param longest validity of a certificate
public record MoverSignerOptions(String namespace, MoverUsers users, Duration life, Duration longest) {

    public static MoverSignerOptions of(String namespace, MoverUsers users) {
        return new MoverSignerOptions(namespace, users, Duration.ofDays(365), SigningPolicy.LONGEST);
    }

    public MoverSignerOptions withLongest(Duration validity) {
        return new MoverSignerOptions(namespace, users, life, validity);
    }

    /// @throws UsageException when the process does not know where movers look for the authority
    void requireNamespace() {
        if (namespace.isEmpty()) {
            throw new UsageException(
                    "the signer of movers needs the namespace of its authority (set --peer-namespace or"
                            + " the environment variable NAMESPACE)");
        }
    }
}
