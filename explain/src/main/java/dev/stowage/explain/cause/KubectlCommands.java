package dev.stowage.explain.cause;

import dev.stowage.explain.clusterstate.KubeResource;
import java.util.regex.Pattern;

/// Commands to paste.
public final class KubectlCommands {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/=,@%+-]*");

    private KubectlCommands() {}

    public static String describe(KubeResource kubeResource) {
        return on("describe", kubeResource);
    }

    public static String delete(KubeResource kubeResource) {
        return on("delete", kubeResource);
    }

    public static String yaml(KubeResource kubeResource) {
        return on("get", kubeResource) + " -o yaml";
    }

    public static String logs(KubeResource pod) {
        return kubectl(pod.namespace()) + " logs " + quoted(pod.name()) + " --all-containers --tail=50";
    }

    /// @param verb such as `describe`
    public static String on(String verb, KubeResource kubeResource) {
        return kubectl(kubeResource.namespace()) + " " + verb + " "
                + kubeResource.kind().shortName() + " " + quoted(kubeResource.name());
    }

    /// @param namespace empty for the whole cluster
    public static String kubectl(String namespace) {
        return namespace.isEmpty() ? "kubectl" : "kubectl -n " + quoted(namespace);
    }

    /// Names may come from an untrusted bundle: they must not run when pasted into a shell.
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
