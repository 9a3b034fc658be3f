package dev.stowage.node.runtime.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The user, groups and capabilities of the processes of a container.
///
/// @param user 0 unless the pod sets it, because there is no image that could
/// @param capabilities in the names of the kernel without `CAP_`
/// @param privileged whether it has all capabilities
record ProcessCredentials(
        long user, long group, List<Long> groups, Set<String> capabilities, boolean privileged, boolean noNewRights) {
    /// The default capabilities of other runtimes, without MKNOD: nothing here would prevent access to a device
    /// node of the machine's disk.
    private static final Set<String> USUAL = Set.of(
            "chown",
            "dac_override",
            "fowner",
            "fsetid",
            "kill",
            "setgid",
            "setuid",
            "setpcap",
            "net_bind_service",
            "net_raw",
            "sys_chroot",
            "audit_write",
            "setfcap");

    private static final Pattern CAPABILITY = Pattern.compile("[a-z_]+");

    ProcessCredentials {
        groups = List.copyOf(groups);
        capabilities = Set.copyOf(capabilities);
    }

    /// @param pod the pod's `securityContext`
    /// @param container the container's, which takes precedence
    static ProcessCredentials of(JsonNode pod, JsonNode container, List<Long> groups) throws IOException {
        long user = either(container, pod, "runAsUser");
        long group = either(container, pod, "runAsGroup");
        boolean privileged = container.path("privileged").asBoolean();
        boolean noNewRights = !container.path("allowPrivilegeEscalation").asBoolean(true);
        Set<String> capabilities = new TreeSet<>(USUAL);
        for (JsonNode dropped : container.path("capabilities").path("drop")) {
            if (dropped.asText().equals("ALL")) {
                capabilities.clear();
            } else {
                capabilities.remove(capability(dropped.asText()));
            }
        }
        for (JsonNode added : container.path("capabilities").path("add")) {
            if (added.asText().equals("ALL")) {
                privileged = true;
            } else {
                capabilities.add(capability(added.asText()));
            }
        }
        return new ProcessCredentials(user, group, groups, capabilities, privileged, noNewRights);
    }

    private static long either(JsonNode container, JsonNode pod, String name) {
        return container.path(name).asLong(pod.path(name).asLong(0));
    }

    private static String capability(String name) throws IOException {
        String plain = name.toLowerCase(Locale.ROOT).replaceFirst("^cap_", "");
        if (!CAPABILITY.matcher(plain).matches()) {
            throw new IOException("unknown capability \"" + name + "\" (capabilities are written like NET_ADMIN)");
        }
        return plain;
    }

    /// The command that gives its caller these credentials.
    List<String> command() {
        List<String> command = new ArrayList<>(List.of("setpriv", "--regid", String.valueOf(group)));
        if (!UserNamespace.isWhole()) {
            // The kernel does not allow changes there.
            command.add("--keep-groups");
        } else if (groups.isEmpty()) {
            command.add("--clear-groups");
        } else {
            command.add("--groups");
            command.add(groups.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        if (!privileged) {
            command.add("--inh-caps=-all");
            command.add("--bounding-set="
                    + capabilities.stream()
                            .sorted()
                            .map(name -> ",+" + name)
                            .collect(Collectors.joining("", "-all", "")));
        }
        if (noNewRights) {
            command.add("--no-new-privs");
        }
        command.addAll(List.of("--reuid", String.valueOf(user), "--"));
        return command;
    }
}
