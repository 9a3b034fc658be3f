package dev.stowage.kube.manager;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.endpoint.ListenAddress;
import java.util.Optional;

/// Flags for the endpoint that serves health and metrics.
public final class EndpointFlags {

    private final Flag<String> endpoint;
    private final Flag<String> metricsAddress;
    private final Flag<String> metricsPath;

    /// @param withMetrics whether there are metrics to serve
    public EndpointFlags(FlagSet flags, boolean withMetrics) {
        this(flags, withMetrics ? flags : nowhere(), withMetrics ? flags : nowhere());
    }

    private EndpointFlags(FlagSet flags, FlagSet forPath, FlagSet forAddress) {
        endpoint = flags.text("http-endpoint", "", "Address to serve health and metrics on, for example :8080.");
        metricsAddress = forAddress.text("metrics-address", "", "Deprecated: use --http-endpoint.");
        metricsPath = forPath.text("metrics-path", "/metrics", "HTTP path of the metrics.");
    }

    /// For a program that has only one address upstream.
    public static EndpointFlags ofOneAddress(FlagSet flags) {
        return new EndpointFlags(flags, flags, nowhere());
    }

    /// Flags declared here cannot be set on the command line.
    private static FlagSet nowhere() {
        return new FlagSet("", "");
    }

    public EndpointOptions read(ParsedFlags line) {
        Optional<ListenAddress> whole = address(line, endpoint);
        Optional<ListenAddress> metrics = address(line, metricsAddress);
        if (whole.isPresent() && metrics.isPresent()) {
            throw new UsageException("only one of --metrics-address and --http-endpoint can be set");
        }
        String path = line.value(metricsPath);
        if (!path.startsWith("/")) {
            throw new UsageException("flag --metrics-path: \"" + path + "\" does not start with a slash");
        }
        return new EndpointOptions(whole, metrics, path);
    }

    private static Optional<ListenAddress> address(ParsedFlags line, Flag<String> flag) {
        String text = line.value(flag);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(ListenAddress.parse(text));
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --" + flag.name() + ": " + e.getMessage());
        }
    }
}
