package dev.stowage.sidecar.mover.certificate;

import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.ConfigMap;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.ReloadableTls;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate of this mover, requested through the API, renewed when two thirds of its life are over, and the
/// authorities that it trusts, as the cluster publishes them. Both are put into a [ReloadableTls] as they come. The
/// key never leaves the process. Thread-safe.
public final class MoverCertificate implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MoverCertificate.class);
    private static final ExponentialBackoff RETRIES =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private static final Duration DISTRUSTED_PAUSE = Duration.ofMinutes(1);

    private final CertificateOrder order;
    private final Informer<ConfigMap> published;
    private final ReloadableTls tls;
    private final InstantSource clock;
    private final Thread thread = Thread.ofVirtual().name("mover-certificate").unstarted(this::run);
    private List<X509Certificate> trusted = List.of();
    private @Nullable X509Certificate current;
    private Instant renewAt = Instant.MIN;

    /// @param namespace of the ConfigMap with the authorities
    /// @param tls gets the certificate and the authorities
    public MoverCertificate(
            KubeClient api,
            Informers informers,
            String namespace,
            PeerIdentity self,
            ReloadableTls tls,
            InstantSource clock) {
        this.order = new CertificateOrder(api, informers, self);
        this.tls = tls;
        this.clock = clock;
        this.published = informers.separate(
                api, Kinds.CONFIG_MAPS, namespace, "fieldSelector=metadata.name%3D" + CertificateKeys.MOVER_AUTHORITY);
    }

    public void start() {
        published.addEventHandler((_, now) -> {
            if (now != null) {
                trust(now.data().getOrDefault(CertificateKeys.AUTHORITIES, ""));
            }
        });
        thread.start();
    }

    /// What was trusted before stays trusted when the new text is of no use.
    private synchronized void trust(String pem) {
        try {
            List<X509Certificate> authorities = PemEncoding.certificates(pem);
            tls.trust(authorities);
            trusted = authorities;
            notifyAll();
        } catch (GeneralSecurityException e) {
            log.warn(
                    "Cannot use the certificate authorities in config map {}: {}",
                    CertificateKeys.MOVER_AUTHORITY,
                    e.getMessage());
        }
    }

    /// Waits until connections are possible.
    ///
    /// @return false after the timeout
    public synchronized boolean awaitReady(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!isReady()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
        }
        return true;
    }

    /// Whether there are a certificate that is valid now, and authorities.
    public synchronized boolean isReady() {
        return current != null
                && !trusted.isEmpty()
                && clock.instant().isBefore(current.getNotAfter().toInstant());
    }

    private void run() {
        int failures = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                awaitDue();
                try {
                    use(order.fulfil());
                    failures = 0;
                    if (isDistrusted()) {
                        pause(DISTRUSTED_PAUSE); // the signer does not know yet what is published
                    }
                } catch (ApiFailure | GeneralSecurityException | CertificateOrderException e) {
                    Duration pause = RETRIES.pause(failures++);
                    log.warn("Cannot get a certificate for this mover (retrying in {}): {}", pause, e.getMessage());
                    pause(pause);
                }
            }
        } catch (InterruptedException e) {
            log.debug("The certificate of the mover is not renewed any more: the mover stops.");
        }
    }

    private synchronized void use(CertificateKeyPair issued) {
        tls.present(issued);
        current = issued.certificate();
        renewAt = renewal(clock.instant(), current, ThreadLocalRandom.current().nextDouble());
        log.info(
                "Got a certificate for this mover, valid until {}; renewing it at {}.", current.getNotAfter(), renewAt);
        notifyAll();
    }

    /// After two thirds of the time that is left, less up to a tenth: not all movers at once.
    static Instant renewal(Instant now, X509Certificate certificate, double random) {
        Duration left = Duration.between(now, certificate.getNotAfter().toInstant());
        double share = 2.0 / 3 - random / 10;
        return now.plusNanos((long) (left.toNanos() * share));
    }

    private synchronized void awaitDue() throws InterruptedException {
        while (true) {
            Duration left = Duration.between(clock.instant(), isDistrusted() ? Instant.EPOCH : renewAt());
            if (!left.isPositive()) {
                return;
            }
            TimeUnit.MILLISECONDS.timedWait(this, Math.max(1, left.toMillis()));
        }
    }

    private Instant renewAt() {
        return current == null ? Instant.EPOCH : renewAt;
    }

    /// Its authority was replaced by hand: others do not accept the certificate any more.
    private synchronized boolean isDistrusted() {
        X509Certificate own = current;
        return own != null && !trusted.isEmpty() && trusted.stream().noneMatch(authority -> isIssuer(authority, own));
    }

    private static boolean isIssuer(X509Certificate authority, X509Certificate certificate) {
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private synchronized void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
