package dev.stowage.sidecar.liveness;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;

/// The flags of `livenessprobe`.
public final class LivenessFlags {

    public static final int USUAL_PORT = 9808;

    private final RoleFlag<Duration> probeTimeout;
    private final RoleFlag<Integer> port;

    public LivenessFlags(RoleFlags flags) {
        probeTimeout = flags.duration("probe-timeout", Duration.ofSeconds(3), "Timeout of a probe.");
        port = flags.integer("health-port", USUAL_PORT, "Deprecated: port of the health page; use --http-endpoint.");
    }

    public LivenessOptions read(ParsedFlags line) {
        return new LivenessOptions(probeTimeout.in(line), port.in(line), port.given(line));
    }
}
