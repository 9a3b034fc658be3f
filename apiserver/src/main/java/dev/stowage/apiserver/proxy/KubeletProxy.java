package dev.stowage.apiserver.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.User;
import dev.stowage.apiserver.engine.Parameters;
import dev.stowage.apiserver.engine.Target;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.http.Exchange;
import dev.stowage.apiserver.http.Proxy;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Store;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.io.Content;

/// Finds the node that a request is for, and lets its kubelet answer.
public final class KubeletProxy implements Proxy {
    private static final int MOST_BODY = 3 * 1024 * 1024;

    private final Store store;
    private final SSLContext tls;

    /// @param tls with the identity that kubelets know this server by
    public KubeletProxy(Store store, SSLContext tls) {
        this.store = store;
        this.tls = tls;
    }

    @Override
    public void serve(Exchange exchange, Target target, User user) throws ApiException, IOException {
        if (target.plural().equals("nodes")) {
            node(exchange, target);
            return;
        }
        ObjectNode pod = require("pods", target.namespace(), target.name());
        switch (target.subresource()) {
            case "log" -> log(exchange, pod, target.name());
            case "exec", "attach" -> {
                PodPlace place = placed(PodPlace.of(pod, exchange.parameters().text("container")));
                upgrade(exchange, place, place.path(target.subresource()) + streams(exchange.parameters()));
            }
            case "portforward" -> {
                // It is for the whole pod; any container will do to say where that is.
                String any =
                        pod.path("spec").path("containers").path(0).path("name").asText();
                PodPlace place = placed(PodPlace.of(pod, any));
                String path = "/portForward/%s/%s".formatted(place.namespace(), place.pod());
                upgrade(exchange, place, path + ports(exchange.parameters()));
            }
            default -> throw ApiException.notFound("", "pods", target.name());
        }
    }

    private static PodPlace placed(PodPlace place) throws ApiException {
        if (place.node().isEmpty()) {
            throw ApiException.badRequest("pod %s does not have a host assigned".formatted(place.pod()));
        }
        return place;
    }

    private ObjectNode require(String resource, String namespace, String name) throws ApiException {
        return store.get(new Key(resource, namespace, name))
                .map(entry -> Json.stored(entry.value()))
                .orElseThrow(() -> ApiException.notFound("", resource, name));
    }

    private NodeAddress address(String node) throws ApiException {
        return NodeAddress.of(require("nodes", "", node));
    }

    private void log(Exchange exchange, ObjectNode pod, String name) throws ApiException, IOException {
        Query query = LogOptions.query(exchange.parameters(), name);
        PodPlace place = PodPlace.of(pod, exchange.parameters().text("container"));
        if (place.node().isEmpty()) {
            exchange.response().setStatus(204);
            return;
        }
        String path = place.path("containerLogs") + query;
        List<Map.Entry<String, String>> headers = List.of(Map.entry("Connection", "close"));
        try (NodeCall call = NodeCall.send(tls, address(place.node()), "GET", path, headers, new byte[0])) {
            Relay.log(exchange, call.answer(), name);
        }
    }

    private static Query streams(Parameters given) {
        Query query = new Query();
        Map<String, String> words = Map.of("stdin", "input", "stdout", "output", "stderr", "error", "tty", "tty");
        words.forEach((asked, told) -> {
            if (given.flag(asked)) {
                query.add(told, "1");
            }
        });
        given.all("command").forEach(word -> query.add("command", word));
        return query;
    }

    private static Query ports(Parameters given) {
        List<String> ports = given.all("ports");
        return ports.isEmpty() ? new Query() : new Query().add("port", String.join(",", ports));
    }

    private void upgrade(Exchange exchange, PodPlace place, String path) throws ApiException, IOException {
        if (!Relay.isUpgrade(exchange)) {
            throw ApiException.badRequest("Upgrade request required");
        }
        upgrade(exchange, address(place.node()), path);
    }

    private void upgrade(Exchange exchange, NodeAddress address, String path) throws ApiException, IOException {
        NodeCall call =
                NodeCall.send(tls, address, exchange.method(), path, Relay.headers(exchange, true), new byte[0]);
        boolean isTunnel = false;
        try {
            isTunnel = Relay.upgrade(exchange, call);
        } finally {
            if (!isTunnel) {
                call.close();
            }
        }
    }

    /// Whatever the kubelet serves: `nodes/NAME/proxy/PATH`.
    private void node(Exchange exchange, Target target) throws ApiException, IOException {
        NodeAddress address = address(target.name());
        String rest = target.subresource().substring("proxy".length());
        String query = exchange.request().getHttpURI().getQuery();
        String path = (rest.isEmpty() ? "/" : Relay.escaped(rest)) + (query == null ? "" : "?" + query);
        if (Relay.isUpgrade(exchange)) {
            upgrade(exchange, address, path);
            return;
        }
        byte[] body;
        try (InputStream in = Content.Source.asInputStream(exchange.request())) {
            body = in.readNBytes(MOST_BODY);
        }
        List<Map.Entry<String, String>> headers = Relay.headers(exchange, false);
        try (NodeCall call = NodeCall.send(tls, address, exchange.method(), path, headers, body)) {
            Relay.whole(exchange, call.answer());
        }
    }
}
