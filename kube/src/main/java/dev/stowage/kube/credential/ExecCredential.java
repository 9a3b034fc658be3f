package dev.stowage.kube.credential;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/// What an exec plug-in printed.
///
/// @param token the bearer token; empty without one
/// @param certificate the client certificate, in PEM; empty without one
/// @param key of that certificate, in PEM
/// @param expires when to run the program again; empty to use this until the server rejects it
public record ExecCredential(String token, String certificate, String key, Optional<Instant> expires) {
    public static final ExecCredential NONE = new ExecCredential("", "", "", Optional.empty());

    /// @throws IOException with a message that does not quote the output, which is secret
    static ExecCredential parse(byte[] output, String apiVersion) throws IOException {
        JsonNode printed;
        try {
            printed = Json.read(output);
        } catch (IOException e) {
            throw new IOException("its output is not valid JSON");
        }
        String version = printed.path("apiVersion").asText("");
        if (!version.equals(apiVersion)) {
            throw new IOException("it is configured to print " + apiVersion + ", but printed another version");
        }
        JsonNode status = printed.path("status");
        var credential = new ExecCredential(
                status.path("token").asText(""),
                status.path("clientCertificateData").asText(""),
                status.path("clientKeyData").asText(""),
                expiry(status.path("expirationTimestamp").asText("")));
        if (credential.certificate.isEmpty() != credential.key.isEmpty()) {
            throw new IOException("it printed only one of client certificate and key");
        }
        if (credential.token.isEmpty() && credential.certificate.isEmpty()) {
            throw new IOException("it printed neither a token nor a client certificate");
        }
        return credential;
    }

    private static Optional<Instant> expiry(String text) throws IOException {
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            throw new IOException("its expirationTimestamp is not a time");
        }
    }

    boolean isValid(Instant now) {
        return expires.isEmpty() || now.isBefore(expires.get());
    }

    /// Nothing of it: all is secret.
    @Override
    public String toString() {
        return "credential of an exec plug-in";
    }
}
