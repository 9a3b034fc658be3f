package dev.stowage.kube.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The address of an API server and the credentials for it.
///
/// @param authority the server's certificate authority, in PEM; empty for the JDK's
/// @param insecure whether any server certificate is accepted
/// @param certificate the client certificate, in PEM; empty without one
/// @param key of that certificate
/// @param token the bearer token; empty without one
/// @param tokenFile a file with a token that is rotated
/// @param namespace the default namespace; empty when none is set
@SuppressWarnings("ArrayRecordComponent") // made once, read once, never compared
record RestConfig(
        URI server,
        byte[] authority,
        boolean insecure,
        byte[] certificate,
        byte[] key,
        String token,
        @Nullable Path tokenFile,
        String namespace) {

    RestConfig withServer(URI other) {
        return new RestConfig(other, authority, insecure, certificate, key, token, tokenFile, namespace);
    }

    /// @param pem the certificate, and its key in the same format
    RestConfig withCertificate(String pem, String keyPem) {
        return new RestConfig(
                server,
                authority,
                insecure,
                pem.getBytes(StandardCharsets.US_ASCII),
                keyPem.getBytes(StandardCharsets.US_ASCII),
                token,
                tokenFile,
                namespace);
    }

    Optional<Path> changingToken() {
        return Optional.ofNullable(tokenFile);
    }

    /// Only the address: the rest is secret.
    @Override
    public String toString() {
        return "access to " + server;
    }
}
