package dev.stowage.apiserver.proxy;

import dev.stowage.apiserver.endpoints.RequestExchange;
import dev.stowage.http.stream.ChannelProtocol;
import dev.stowage.http.stream.WebSocketTunnel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/// Port-forwarding over a WebSocket that carries SPDY. A kubelet gets plain SPDY, which each version of it
/// supports.
///
/// @param subprotocol as the client offered it: `SPDY/3.1+portforward.k8s.io`
/// @param key the client's `Sec-WebSocket-Key`
record PortForwardTunnel(String subprotocol, String key) {

    /// Empty when the client does not request one.
    static Optional<PortForwardTunnel> of(RequestExchange requestExchange) {
        HttpFields headers = requestExchange.request().getHeaders();
        String key = headers.get("Sec-WebSocket-Key");
        if (!requestExchange.upgrade().equals("websocket") || key == null) {
            return Optional.empty();
        }
        return headers.getCSV("Sec-WebSocket-Protocol", false).stream()
                .filter(offered -> offered.startsWith(WebSocketTunnel.SPDY_PREFIX))
                .findFirst()
                .map(offered -> new PortForwardTunnel(offered, key));
    }

    /// The headers of the request to the kubelet.
    List<Map.Entry<String, String>> request(List<Map.Entry<String, String>> clients) {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (Map.Entry<String, String> header : clients) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!name.startsWith("sec-websocket-") && !name.equals("upgrade") && !name.equals("connection")) {
                headers.add(header);
            }
        }
        headers.add(Map.entry("Connection", "Upgrade"));
        headers.add(Map.entry("Upgrade", "SPDY/3.1"));
        headers.add(
                Map.entry("X-Stream-Protocol-Version", subprotocol.substring(WebSocketTunnel.SPDY_PREFIX.length())));
        return headers;
    }

    /// The headers of the response to the client, when the kubelet has switched to SPDY.
    List<HttpField> response() {
        return List.of(
                new HttpField("Connection", "Upgrade"),
                new HttpField("Upgrade", "websocket"),
                new HttpField("Sec-WebSocket-Accept", ChannelProtocol.acceptKey(key)),
                new HttpField("Sec-WebSocket-Protocol", subprotocol));
    }
}
