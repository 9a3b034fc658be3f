package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.TlsServerOptions;
import java.net.InetSocketAddress;
import java.time.Duration;

/// How a mover serves the movers of other nodes.
///
/// @param address port 0 for any free one
/// @param snapshotPrefix what the names of snapshots that peers take begin with
/// @param callTimeout of each call but Send, however long the peer would wait
/// @param longestStream after so long a Send is broken off; the peer resumes it
/// @param limits of connections and calls
public record MoverServerOptions(
        InetSocketAddress address,
        String snapshotPrefix,
        Duration callTimeout,
        Duration longestStream,
        TlsServerOptions limits) {

    public static MoverServerOptions of(InetSocketAddress address, String snapshotPrefix) {
        return new MoverServerOptions(
                address, snapshotPrefix, Duration.ofMinutes(10), Duration.ofDays(1), TlsServerOptions.defaults());
    }

    public MoverServerOptions withLimits(TlsServerOptions other) {
        return new MoverServerOptions(address, snapshotPrefix, callTimeout, longestStream, other);
    }

    public MoverServerOptions withCallTimeout(Duration time) {
        return new MoverServerOptions(address, snapshotPrefix, time, longestStream, limits);
    }
}
