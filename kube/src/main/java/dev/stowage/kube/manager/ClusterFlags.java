package dev.stowage.kube.manager;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/// Flags for the connection to the API server and the rate of requests.
public final class ClusterFlags {

    private static final int USUAL_BURST = 10;

    /// Opens the connection to the API server, for those programs that need it.
    @FunctionalInterface
    public interface Access {
        ClusterAccess open() throws IOException;
    }

    private final Flag<String> kubeconfig;
    private final Flag<String> master;
    private final Flag<Double> rate;
    private final Flag<Integer> burst;

    public ClusterFlags(FlagSet flags, boolean withMaster) {
        kubeconfig = flags.file("kubeconfig", "", "Path to the kubeconfig file. Not needed in a pod.");
        FlagSet others = withMaster ? flags : new FlagSet("", "");
        master = others.text("master", "", "Address of the API server. Overrides the kubeconfig.");
        rate = flags.value(
                "kube-api-qps",
                "float",
                5.0,
                "Maximum requests per second. By default the limit follows the server's answers.",
                text -> {
                    try {
                        return Double.valueOf(text);
                    } catch (NumberFormatException e) {
                        throw new IllegalArgumentException("\"" + text + "\" is not a number", e);
                    }
                });
        burst = flags.integer("kube-api-burst", USUAL_BURST, "Maximum burst of requests, with --kube-api-qps.");
    }

    /// For a program that must not join the cluster that kubectl happens to use.
    ///
    /// @throws UsageException when neither a flag nor the environment names a cluster
    public void requireNamed(ParsedFlags line, Map<String, String> environment) {
        if (line.value(kubeconfig).isEmpty()
                && environment.getOrDefault("KUBECONFIG", "").isEmpty()
                && !ClusterAccess.isInPod(environment)) {
            throw new UsageException("flag --kubeconfig is required outside of a pod: it names the cluster to join");
        }
    }

    public ClusterAccess cluster(ParsedFlags line) throws IOException {
        return ClusterAccess.of(line.value(kubeconfig), line.isSet(master) ? line.value(master) : "");
    }

    /// Creates a limiter for each client: one client must not delay another.
    public Supplier<RequestLimiter> limits(ParsedFlags line) {
        double perSecond = line.value(rate);
        int atOnce = Math.max(1, line.value(burst));
        boolean fixed = (line.isSet(rate) || line.isSet(burst)) && perSecond > 0;
        return () -> fixed ? RequestLimiter.perSecond(perSecond, atOnce) : RequestLimiter.adaptive();
    }
}
