package dev.stowage.x509;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Presents the latest certificate. A handshake asks for an alias first and for its key and certificate later, so
/// each certificate has its own alias, and the one before the latest can still be found. The interface wants null
/// where there is nothing.
final class ReloadableKeyManager extends X509ExtendedKeyManager {
    private volatile Optional<Entry> latest = Optional.empty();

    private record Entry(long number, CertificateKeyPair keyPair, Optional<CertificateKeyPair> before) {

        String alias() {
            return Long.toString(number);
        }
    }

    synchronized void replace(CertificateKeyPair keyPair) {
        long number = latest.map(Entry::number).orElse(0L) + 1;
        latest = Optional.of(new Entry(number, keyPair, latest.map(Entry::keyPair)));
    }

    private Optional<CertificateKeyPair> find(String alias) {
        return latest.flatMap(entry -> entry.alias().equals(alias)
                ? Optional.of(entry.keyPair())
                : entry.before().filter(_ -> Long.toString(entry.number() - 1).equals(alias)));
    }

    private @Nullable String alias(String... types) {
        return latest.filter(entry ->
                        Arrays.asList(types).contains(entry.keyPair().key().getAlgorithm()))
                .map(Entry::alias)
                .orElse(null);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return find(alias)
                .map(keyPair -> keyPair.chain().toArray(X509Certificate[]::new))
                .orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return find(alias).map(CertificateKeyPair::key).orElse(null);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(types);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(type);
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(types);
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(type);
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
        String alias = alias(type);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
        return getClientAliases(type, issuers);
    }
}
