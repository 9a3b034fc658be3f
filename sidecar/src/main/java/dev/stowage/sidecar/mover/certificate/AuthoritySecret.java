package dev.stowage.sidecar.mover.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.x509.CertificateAuthority;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.PemPrivateKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The authority as a Secret of type `kubernetes.io/tls`, with the one before it beside.
final class AuthoritySecret {
    private static final String CERTIFICATE_BEFORE = "previous.crt";
    private static final String KEY_BEFORE = "previous.key";

    private AuthoritySecret() {}

    static AuthorityRotation read(JsonNode secret) throws GeneralSecurityException {
        JsonNode data = secret.path("data");
        CertificateAuthority newest = authority(data, CertificateKeys.TLS_CERTIFICATE, CertificateKeys.TLS_KEY);
        return new AuthorityRotation(
                newest,
                data.has(KEY_BEFORE) ? Optional.of(authority(data, CERTIFICATE_BEFORE, KEY_BEFORE)) : Optional.empty());
    }

    private static CertificateAuthority authority(JsonNode data, String certificate, String key)
            throws GeneralSecurityException {
        List<X509Certificate> chain = PemEncoding.certificates(text(data, certificate));
        if (chain.isEmpty()) {
            throw new GeneralSecurityException("it has no certificate in " + certificate);
        }
        return new CertificateAuthority(
                new CertificateKeyPair(chain.subList(0, 1), PemPrivateKey.read(text(data, key))));
    }

    private static String text(JsonNode data, String key) throws GeneralSecurityException {
        try {
            return new String(Base64.getDecoder().decode(data.path(key).asText("")), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("the content of " + key + " is not valid Base64", e);
        }
    }

    static ObjectNode write(AuthorityRotation rotation) {
        ObjectNode secret = Json.object();
        secret.put("type", CertificateKeys.TLS_SECRET_TYPE);
        secret.putObject("metadata").put("name", CertificateKeys.MOVER_AUTHORITY);
        ObjectNode data = secret.putObject("data");
        put(data, CertificateKeys.TLS_CERTIFICATE, CertificateKeys.TLS_KEY, rotation.newest());
        rotation.before().ifPresent(before -> put(data, CERTIFICATE_BEFORE, KEY_BEFORE, before));
        return secret;
    }

    private static void put(ObjectNode data, String certificate, String key, CertificateAuthority authority) {
        data.put(certificate, encoded(PemEncoding.of(authority.certificate())));
        data.put(key, encoded(PemEncoding.of(authority.keyPair().key())));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
