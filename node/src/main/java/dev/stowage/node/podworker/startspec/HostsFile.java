package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;

/// The `/etc/hosts` of the containers of a pod.
final class HostsFile {
    private HostsFile() {}

    static String of(JsonNode spec, String ip, String hostname) {
        var text = new StringBuilder("# Kubernetes-managed hosts file.\n");
        text.append("127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n");
        text.append("fe00::0\tip6-localnet\nfe00::0\tip6-mcastprefix\n");
        text.append("fe00::1\tip6-allnodes\nfe00::2\tip6-allrouters\n");
        if (!ip.isEmpty()) {
            text.append(ip).append('\t').append(hostname).append('\n');
        }
        JsonNode aliases = spec.path("hostAliases");
        if (!aliases.isEmpty()) {
            text.append("\n# Entries added by HostAliases.\n");
        }
        for (JsonNode alias : aliases) {
            String names = alias.path("hostnames")
                    .valueStream()
                    .map(name -> name.asText(""))
                    .collect(Collectors.joining("\t"));
            text.append(alias.path("ip").asText("")).append('\t').append(names).append('\n');
        }
        return text.toString();
    }
}
