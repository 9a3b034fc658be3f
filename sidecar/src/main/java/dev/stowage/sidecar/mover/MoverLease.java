package dev.stowage.sidecar.mover;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.endpoint.ListenAddress;
import dev.stowage.kube.model.Lease;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// The Lease of a mover: where others reach it, for as long as it is renewed. Pure.
record MoverLease(String driver, String node) {
    static final Duration RENEWAL = Duration.ofSeconds(10);

    /// Three renewals may be lost.
    static final Duration LIFE = Duration.ofSeconds(40);

    private static final int LONGEST = 253;
    private static final Pattern SUBDOMAIN = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");

    /// Always six digits: the server accepts nothing else.
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /// A hash where the names of driver and node do not make one of an object.
    String name() {
        String plain = MoverKeys.LEASE_PREFIX + driver + "-" + node;
        return plain.length() <= LONGEST && SUBDOMAIN.matcher(plain).matches()
                ? plain
                : MoverKeys.LEASE_PREFIX + hash();
    }

    private String hash() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest((driver + "\n" + node).getBytes(UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A patch, or the whole object without the names.
    ObjectNode renewed(ListenAddress address, Instant now) {
        ObjectNode lease = Json.object();
        lease.putObject("metadata").putObject("annotations").put(MoverKeys.ADDRESS, address.toString());
        lease.putObject("spec")
                .put("holderIdentity", node)
                .put("leaseDurationSeconds", (int) LIFE.toSeconds())
                .put("renewTime", MICROS.format(now));
        return lease;
    }

    /// Where the mover is; empty when it has not renewed the lease for too long, or the lease is of another one.
    Optional<InetSocketAddress> address(Lease lease, Instant now) {
        Instant renewed = lease.renewTime();
        boolean isLive =
                lease.holder().equals(node) && renewed != null && now.isBefore(renewed.plusSeconds(lease.seconds()));
        return Optional.ofNullable(lease.meta().annotations().get(MoverKeys.ADDRESS))
                .filter(_ -> isLive)
                .flatMap(MoverLease::parsed);
    }

    private static Optional<InetSocketAddress> parsed(String text) {
        try {
            ListenAddress address = ListenAddress.parse(text);
            return address.host().isEmpty() || address.port() == 0
                    ? Optional.empty()
                    : Optional.of(new InetSocketAddress(address.host(), address.port()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
