package dev.stowage.kube.manager;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.util.function.Supplier;

/// How to reach the API server, and how much to ask of it.
public final class ClusterFlags {

    private static final int USUAL_BURST = 10;

    /// The way to the API server, taken only by those who need it.
    @FunctionalInterface
    public interface Access {
        ClusterAccess open() throws IOException;
    }

    private final Flag<String> kubeconfig;
    private final Flag<String> master;
    private final Flag<Double> rate;
    private final Flag<Integer> burst;

    public ClusterFlags(FlagSet flags, boolean withMaster) {
        kubeconfig = flags.file("kubeconfig", "", "The kubeconfig; not needed in a pod.");
        FlagSet others = withMaster ? flags : new FlagSet("", "");
        master = others.text("master", "", "Address of the API server, in place of the kubeconfig's.");
        rate = flags.value(
                "kube-api-qps", "N", 5.0, "Requests a second. Unless given, the server sets the pace.", text -> {
                    try {
                        return Double.valueOf(text);
                    } catch (NumberFormatException e) {
                        throw new IllegalArgumentException("\"" + text + "\" is not a number", e);
                    }
                });
        burst = flags.integer("kube-api-burst", USUAL_BURST, "Requests at once after a pause, with --kube-api-qps.");
    }

    public ClusterAccess cluster(ParsedFlags line) throws IOException {
        return ClusterAccess.of(line.value(kubeconfig), line.isSet(master) ? line.value(master) : "");
    }

    /// Makes a limit for each client: what one of them does must not hold up another.
    public Supplier<RequestLimiter> limits(ParsedFlags line) {
        double perSecond = line.value(rate);
        int atOnce = Math.max(1, line.value(burst));
        boolean fixed = (line.isSet(rate) || line.isSet(burst)) && perSecond > 0;
        return () -> fixed ? RequestLimiter.perSecond(perSecond, atOnce) : RequestLimiter.adaptive();
    }
}
