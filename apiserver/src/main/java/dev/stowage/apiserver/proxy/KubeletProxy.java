package dev.stowage.apiserver.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.endpoints.NodeProxy;
import dev.stowage.apiserver.endpoints.RequestExchange;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.registry.generic.QueryParameters;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.io.Content;

/// Finds the node of a request, and forwards the request to its kubelet.
public final class KubeletProxy implements NodeProxy {
    private static final int MOST_BODY = 3 * 1024 * 1024;
    private static final int MOST_PAGE = 16 * 1024 * 1024;

    private final ObjectStore objectStore;
    private final SSLContext tls;

    /// @param tls with the client certificate of this server, and the certificate authorities that it trusts
    public KubeletProxy(ObjectStore objectStore, SSLContext tls) {
        this.objectStore = objectStore;
        this.tls = tls;
    }

    @Override
    public void serve(RequestExchange requestExchange, RequestTarget requestTarget, UserInfo userInfo)
            throws ApiException, IOException {
        if (requestTarget.plural().equals("nodes")) {
            node(requestExchange, requestTarget);
            return;
        }
        ObjectNode pod = require("pods", requestTarget.namespace(), requestTarget.name());
        switch (requestTarget.subresource()) {
            case "log" -> log(requestExchange, pod, requestTarget.name());
            case "exec", "attach" -> {
                ContainerLocation place = placed(ContainerLocation.of(
                        pod, requestExchange.queryParameters().text("container")));
                upgrade(
                        requestExchange,
                        place,
                        place.path(requestTarget.subresource()) + streams(requestExchange.queryParameters()));
            }
            case "portforward" -> {
                // Port-forward is for the whole pod, so any container can be used to find its node.
                String any =
                        pod.path("spec").path("containers").path(0).path("name").asText();
                ContainerLocation place = placed(ContainerLocation.of(pod, any));
                String path = "/portForward/%s/%s".formatted(place.namespace(), place.pod());
                portForward(requestExchange, place, path + ports(requestExchange.queryParameters()));
            }
            default -> throw ApiException.notFound("", "pods", requestTarget.name());
        }
    }

    /// A page of the kubelet of a node, for this server itself.
    ///
    /// @throws ApiException when the kubelet cannot be reached or refuses
    public String read(String node, String path) throws ApiException, IOException {
        List<Map.Entry<String, String>> headers = List.of(Map.entry("Connection", "close"));
        try (KubeletConnection call = KubeletConnection.send(tls, address(node), "GET", path, headers, new byte[0])) {
            KubeletResponse answer = call.answer();
            if (answer.status() != 200) {
                throw new ApiException(
                        StatusReason.INTERNAL_ERROR, "the kubelet answers %s with %d".formatted(path, answer.status()));
            }
            return new String(answer.body().readNBytes(MOST_PAGE), StandardCharsets.UTF_8);
        }
    }

    private static ContainerLocation placed(ContainerLocation place) throws ApiException {
        if (place.node().isEmpty()) {
            throw ApiException.badRequest("pod %s does not have a host assigned".formatted(place.pod()));
        }
        return place;
    }

    private ObjectNode require(String resource, String namespace, String name) throws ApiException {
        return objectStore
                .get(new ObjectKey(resource, namespace, name))
                .map(storedObject -> Json.stored(storedObject.value()))
                .orElseThrow(() -> ApiException.notFound("", resource, name));
    }

    private KubeletAddress address(String node) throws ApiException {
        return KubeletAddress.of(require("nodes", "", node));
    }

    private void log(RequestExchange requestExchange, ObjectNode pod, String name) throws ApiException, IOException {
        if (ResponseRelay.isUpgrade(requestExchange)) {
            // A log that is followed would be a response without end to a client that waits for another protocol.
            throw ApiException.badRequest("unable to upgrade connection: logs are served over HTTP");
        }
        KubeletQuery kubeletQuery = PodLogOptions.query(requestExchange.queryParameters(), name);
        ContainerLocation place =
                ContainerLocation.of(pod, requestExchange.queryParameters().text("container"));
        if (place.node().isEmpty()) {
            requestExchange.response().setStatus(204);
            return;
        }
        String path = place.path("containerLogs") + kubeletQuery;
        List<Map.Entry<String, String>> headers = List.of(Map.entry("Connection", "close"));
        try (KubeletConnection call =
                KubeletConnection.send(tls, address(place.node()), "GET", path, headers, new byte[0])) {
            ResponseRelay.log(requestExchange, call.answer(), name);
        }
    }

    private static KubeletQuery streams(QueryParameters given) {
        KubeletQuery kubeletQuery = new KubeletQuery();
        Map<String, String> words = Map.of("stdin", "input", "stdout", "output", "stderr", "error", "tty", "tty");
        words.forEach((parameter, kubeletParameter) -> {
            if (given.flag(parameter)) {
                kubeletQuery.add(kubeletParameter, "1");
            }
        });
        given.all("command").forEach(word -> kubeletQuery.add("command", word));
        return kubeletQuery;
    }

    private static KubeletQuery ports(QueryParameters given) {
        List<String> ports = given.all("ports");
        return ports.isEmpty() ? new KubeletQuery() : new KubeletQuery().add("port", String.join(",", ports));
    }

    private void upgrade(RequestExchange requestExchange, ContainerLocation place, String path)
            throws ApiException, IOException {
        if (!ResponseRelay.isUpgrade(requestExchange)) {
            throw ApiException.badRequest("Upgrade request required");
        }
        upgrade(requestExchange, address(place.node()), path);
    }

    private void portForward(RequestExchange requestExchange, ContainerLocation place, String path)
            throws ApiException, IOException {
        Optional<PortForwardTunnel> tunnel = PortForwardTunnel.of(requestExchange);
        if (tunnel.isEmpty()) {
            upgrade(requestExchange, place, path);
            return;
        }
        List<Map.Entry<String, String>> headers = tunnel.get().request(ResponseRelay.headers(requestExchange, true));
        KubeletConnection call = KubeletConnection.send(tls, address(place.node()), "POST", path, headers, new byte[0]);
        boolean isTunnel = false;
        try {
            isTunnel = ResponseRelay.upgrade(requestExchange, call, tunnel.get());
        } finally {
            if (!isTunnel) {
                call.close();
            }
        }
    }

    private void upgrade(RequestExchange requestExchange, KubeletAddress address, String path)
            throws ApiException, IOException {
        KubeletConnection call = KubeletConnection.send(
                tls,
                address,
                requestExchange.method(),
                path,
                ResponseRelay.headers(requestExchange, true),
                new byte[0]);
        boolean isTunnel = false;
        try {
            isTunnel = ResponseRelay.upgrade(requestExchange, call);
        } finally {
            if (!isTunnel) {
                call.close();
            }
        }
    }

    /// Any path of the kubelet: `nodes/NAME/proxy/PATH`.
    private void node(RequestExchange requestExchange, RequestTarget requestTarget) throws ApiException, IOException {
        KubeletAddress address = address(requestTarget.name());
        String rest = requestTarget.subresource().substring("proxy".length());
        String query = requestExchange.request().getHttpURI().getQuery();
        String path = (rest.isEmpty() ? "/" : ResponseRelay.escaped(rest)) + (query == null ? "" : "?" + query);
        if (ResponseRelay.isUpgrade(requestExchange)) {
            upgrade(requestExchange, address, path);
            return;
        }
        byte[] body;
        try (InputStream in = Content.Source.asInputStream(requestExchange.request())) {
            body = in.readNBytes(MOST_BODY);
        }
        List<Map.Entry<String, String>> headers = ResponseRelay.headers(requestExchange, false);
        try (KubeletConnection call =
                KubeletConnection.send(tls, address, requestExchange.method(), path, headers, body)) {
            ResponseRelay.whole(requestExchange, call.answer());
        }
    }
}
