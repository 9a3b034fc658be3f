package dev.stowage.node.podworker.podfeatures;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import java.util.Optional;
import java.util.Set;

/// The kernel parameters that a pod may set: those that have no effect outside of its own namespaces. The list is that
/// of a kubelet without `--allowed-unsafe-sysctls`.
final class SysctlAllowlist {
    private static final String IPC = "kernel.shm_rmid_forced";

    private static final Set<String> NETWORK = Set.of(
            "net.ipv4.ip_local_port_range",
            "net.ipv4.tcp_syncookies",
            "net.ipv4.ping_group_range",
            "net.ipv4.ip_unprivileged_port_start",
            "net.ipv4.ip_local_reserved_ports",
            "net.ipv4.tcp_keepalive_time",
            "net.ipv4.tcp_fin_timeout",
            "net.ipv4.tcp_keepalive_intvl",
            "net.ipv4.tcp_keepalive_probes",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_wmem");

    private SysctlAllowlist() {}

    /// @param supported whether the runtime sets them at all
    static Optional<String> forbidden(NodePod pod, boolean supported) {
        boolean hostNetwork = pod.spec().path("hostNetwork").asBoolean();
        boolean hostIpc = pod.spec().path("hostIPC").asBoolean();
        for (JsonNode sysctl : pod.securityContext().path("sysctls")) {
            String name = normal(sysctl.path("name").asText(""));
            if (!supported || !(name.equals(IPC) || NETWORK.contains(name))) {
                return Optional.of("\"" + name + "\" not allowlisted");
            }
            if (name.equals(IPC) ? hostIpc : hostNetwork) {
                return Optional.of(
                        "\"" + name + "\" not allowed with host " + (name.equals(IPC) ? "IPC" : "Net") + " enabled");
            }
        }
        return Optional.empty();
    }

    /// As sysctl(8): where the first separator is a slash, slashes and dots change places.
    private static String normal(String name) {
        int slash = name.indexOf('/');
        int dot = name.indexOf('.');
        if (slash < 0 || (dot >= 0 && dot < slash)) {
            return name;
        }
        StringBuilder normal = new StringBuilder(name);
        for (int i = 0; i < normal.length(); i++) {
            char c = normal.charAt(i);
            normal.setCharAt(i, c == '/' ? '.' : c == '.' ? '/' : c);
        }
        return normal.toString();
    }
}
