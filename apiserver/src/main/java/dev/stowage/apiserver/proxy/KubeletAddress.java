package dev.stowage.apiserver.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// Where a node's kubelet listens.
record KubeletAddress(String host, int port) {
    private static final int USUAL_PORT = 10250;
    private static final List<String> PREFERRED =
            List.of("Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP");

    static KubeletAddress of(JsonNode node) throws ApiException {
        long port = JsonTree.number(node, "status", "daemonEndpoints", "kubeletEndpoint", "Port")
                .orElse(0);
        JsonNode addresses = JsonTree.list(node, "status", "addresses");
        for (String type : PREFERRED) {
            for (JsonNode address : addresses) {
                if (JsonTree.text(address, "type").equals(type)) {
                    int known = port > 0 && port < 65536 ? (int) port : USUAL_PORT;
                    return new KubeletAddress(JsonTree.text(address, "address"), known);
                }
            }
        }
        throw new ApiException(
                StatusReason.INTERNAL_ERROR,
                "Internal error occurred: no preferred addresses found; known addresses: " + addresses);
    }

    /// As a URL and the header `Host` write it.
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
