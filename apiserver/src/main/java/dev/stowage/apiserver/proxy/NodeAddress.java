package dev.stowage.apiserver.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// Where a node's kubelet listens.
record NodeAddress(String host, int port) {
    private static final int USUAL_PORT = 10250;
    private static final List<String> PREFERRED =
            List.of("Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP");

    static NodeAddress of(JsonNode node) throws ApiException {
        long port = Tree.number(node, "status", "daemonEndpoints", "kubeletEndpoint", "Port")
                .orElse(0);
        JsonNode addresses = Tree.list(node, "status", "addresses");
        for (String type : PREFERRED) {
            for (JsonNode address : addresses) {
                if (Tree.text(address, "type").equals(type)) {
                    int known = port > 0 && port < 65536 ? (int) port : USUAL_PORT;
                    return new NodeAddress(Tree.text(address, "address"), known);
                }
            }
        }
        throw new ApiException(
                Reason.INTERNAL_ERROR,
                "Internal error occurred: no preferred addresses found; known addresses: " + addresses);
    }

    /// As a URL and the header `Host` write it.
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
