package dev.stowage.explain.cause;

import dev.stowage.explain.picture.Thing;
import java.util.regex.Pattern;

/// Commands to paste.
public final class Commands {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/=,@%+-]*");

    private Commands() {}

    public static String describe(Thing thing) {
        return on("describe", thing);
    }

    public static String delete(Thing thing) {
        return on("delete", thing);
    }

    public static String yaml(Thing thing) {
        return on("get", thing) + " -o yaml";
    }

    public static String logs(Thing pod) {
        return kubectl(pod.namespace()) + " logs " + quoted(pod.name()) + " --all-containers --tail=50";
    }

    /// @param verb such as `describe`
    public static String on(String verb, Thing thing) {
        return kubectl(thing.namespace()) + " " + verb + " " + thing.sort().brief() + " " + quoted(thing.name());
    }

    /// @param namespace empty for the whole cluster
    public static String kubectl(String namespace) {
        return namespace.isEmpty() ? "kubectl" : "kubectl -n " + quoted(namespace);
    }

    /// Names may come from a file that somebody sent: what is pasted into a shell must not run.
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
