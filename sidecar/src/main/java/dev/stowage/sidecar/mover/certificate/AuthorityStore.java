package dev.stowage.sidecar.mover.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.ConfigMap;
import dev.stowage.kube.model.Kinds;
import dev.stowage.x509.CertificateAuthority;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the authority in the cluster: the Secret has the keys, the ConfigMap what movers trust. The Secret is
/// written first, so nothing is published that would be lost with this process.
final class AuthorityStore {
    private static final Logger log = LoggerFactory.getLogger(AuthorityStore.class);
    private static final String NAME = CertificateKeys.MOVER_AUTHORITY;

    private final KubeClient api;
    private final String namespace;
    private final Duration life;
    private final Duration longest;
    private final InstantSource clock;

    /// @param life of an authority
    /// @param longest validity of the certificates that it signs
    AuthorityStore(KubeClient api, String namespace, Duration life, Duration longest, InstantSource clock) {
        this.api = api;
        this.namespace = namespace;
        this.life = life;
        this.longest = longest;
        this.clock = clock;
    }

    /// Creates, rotates and publishes the authority as far as that is needed.
    ///
    /// @throws ApiFailure also when another process wrote the Secret at the same time; the next call reads it
    AuthorityRotation refresh() throws ApiFailure, GeneralSecurityException, InterruptedException {
        Optional<JsonNode> secret = find();
        AuthorityRotation rotation = secret.isEmpty() ? create() : update(secret.get());
        publish(rotation.trusted());
        return rotation;
    }

    private Optional<JsonNode> find() throws ApiFailure, InterruptedException {
        try {
            return Optional.of(api.get(Kinds.SECRETS, namespace, NAME));
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private AuthorityRotation create() throws ApiFailure, GeneralSecurityException, InterruptedException {
        AuthorityRotation first = AuthorityRotation.first(authority());
        api.create(Kinds.SECRETS, namespace, AuthoritySecret.write(first));
        log.info("Created the authority of movers in secret {}/{}.", namespace, NAME);
        return first;
    }

    private CertificateAuthority authority() throws GeneralSecurityException {
        Instant now = clock.instant();
        return CertificateAuthority.create(NAME + "@" + now.getEpochSecond(), now, life);
    }

    private AuthorityRotation update(JsonNode secret)
            throws ApiFailure, GeneralSecurityException, InterruptedException {
        AuthorityRotation stored = read(secret);
        AuthorityRotation now = stored.without(clock.instant(), longest);
        if (now.isDue(clock.instant())) {
            now = now.followedBy(authority());
            log.info("Created another authority of movers in secret {}/{}; both are trusted now.", namespace, NAME);
        }
        if (!now.equals(stored)) {
            ObjectNode changed = secret.deepCopy(); // with its version: nobody else's rotation is overwritten
            changed.set("data", AuthoritySecret.write(now).path("data"));
            api.replace(Kinds.SECRETS, namespace, NAME, changed);
        }
        return now;
    }

    /// A Secret that cannot be read is not replaced: it may be what all movers trust.
    private AuthorityRotation read(JsonNode secret) throws GeneralSecurityException {
        try {
            return AuthoritySecret.read(secret);
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(
                    "cannot use secret " + namespace + "/" + NAME + ": " + e.getMessage()
                            + " (delete it to create another authority)",
                    e);
        }
    }

    private void publish(String trusted) throws ApiFailure, InterruptedException {
        Optional<ConfigMap> published = api.find(Kinds.CONFIG_MAPS, namespace, NAME);
        ObjectNode object = Json.object();
        object.putObject("data").put(CertificateKeys.AUTHORITIES, trusted);
        if (published.isEmpty()) {
            object.putObject("metadata").put("name", NAME);
            api.create(Kinds.CONFIG_MAPS, namespace, object);
        } else if (!trusted.equals(published.get().data().get(CertificateKeys.AUTHORITIES))) {
            api.patch(Kinds.CONFIG_MAPS, namespace, NAME, Patch.merge(object));
        }
    }
}
