package dev.stowage.apiserver.proxy;

import dev.stowage.apiserver.endpoints.RequestExchange;
import dev.stowage.apiserver.endpoints.WebSocketToken;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/// Forwards the response of a kubelet to the client.
final class ResponseRelay {
    private static final int MOST_ERROR = 50_000;
    private static final int BUFFER = 16 * 1024;

    /// The client is authenticated here; the kubelet does not get its credentials.
    private static final Set<String> OWN = Set.of("host", "authorization", "cookie", "content-length");

    private static final Set<String> OF_ONE_CONNECTION =
            Set.of("connection", "upgrade", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding");

    private ResponseRelay() {}

    static boolean isUpgrade(RequestExchange requestExchange) {
        return !requestExchange.upgrade().isEmpty();
    }

    static List<Map.Entry<String, String>> headers(RequestExchange requestExchange, boolean isUpgrade) {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (HttpField field : requestExchange.request().getHeaders()) {
            String name = field.getName().toLowerCase(Locale.ROOT);
            boolean passes = !OWN.contains(name)
                    && !name.startsWith("impersonate-")
                    && (isUpgrade || !OF_ONE_CONNECTION.contains(name));
            boolean isProtocols = name.equals("sec-websocket-protocol");
            String value = isProtocols ? WebSocketToken.removedFrom(field.getValue()) : field.getValue();
            // A header that names no sub-protocol is not valid.
            if (passes && !(isProtocols && value.isEmpty())) {
                headers.add(Map.entry(field.getName(), value));
            }
        }
        if (!isUpgrade) {
            headers.add(Map.entry("Connection", "close"));
        }
        return headers;
    }

    static String escaped(String path) throws ApiException {
        try {
            return new URI(null, null, path, null).getRawPath();
        } catch (URISyntaxException e) {
            throw ApiException.badRequest("the path to the node is not a path");
        }
    }

    static void log(RequestExchange requestExchange, KubeletResponse answer, String pod)
            throws ApiException, IOException {
        if (answer.status() < 200 || answer.status() > 206) {
            throw refusal(answer, pod);
        }
        requestExchange.response().getHeaders().put("Content-Type", "text/plain");
        copy(requestExchange, 200, answer.body());
    }

    /// Includes the kubelet's text for those status codes for which Kubernetes does.
    private static ApiException refusal(KubeletResponse answer, String pod) throws IOException {
        String text = new String(answer.body().readNBytes(MOST_ERROR), StandardCharsets.UTF_8);
        String about = " ( pods/log " + pod + ")";
        return switch (answer.status()) {
            case 400 -> ApiException.badRequest(text);
            case 500 -> new ApiException(StatusReason.INTERNAL_ERROR, "Internal error occurred: " + text);
            case 401 ->
                error(
                        StatusReason.UNAUTHORIZED,
                        "the server has asked for the client to provide credentials" + about,
                        pod);
            case 403 -> error(StatusReason.FORBIDDEN, text + about, pod);
            case 404 -> error(StatusReason.NOT_FOUND, "the server could not find the requested resource" + about, pod);
            case 503 ->
                error(
                        StatusReason.SERVICE_UNAVAILABLE,
                        "the server is currently unable to handle the request" + about,
                        pod);
            default ->
                error(
                        StatusReason.INTERNAL_ERROR,
                        "an error on the server (\"%s\") has prevented the request from succeeding%s"
                                .formatted(text, about),
                        pod);
        };
    }

    private static ApiException error(StatusReason statusReason, String message, String pod) {
        return new ApiException(statusReason, message, ApiException.Details.of("", "pods/log", pod));
    }

    /// Forwards everything unchanged.
    static void whole(RequestExchange requestExchange, KubeletResponse answer) throws IOException {
        for (Map.Entry<String, String> header : answer.headers()) {
            if (!OF_ONE_CONNECTION.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                requestExchange.response().getHeaders().put(header.getKey(), header.getValue());
            }
        }
        copy(requestExchange, answer.status(), answer.body());
    }

    /// Each piece is sent on arrival: the reader of a followed log is waiting for it.
    private static void copy(RequestExchange requestExchange, int status, InputStream in) throws IOException {
        Request request = requestExchange.request();
        requestExchange.response().setStatus(status);
        request.addIdleTimeoutListener(_ -> false); // a quiet log is not an error
        try (OutputStream out = Response.asBufferedOutputStream(request, requestExchange.response())) {
            byte[] bytes = new byte[BUFFER];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
                out.flush();
            }
        }
    }

    /// @return whether the connection was upgraded; the tunnel then closes it
    static boolean upgrade(RequestExchange requestExchange, KubeletConnection call) throws ApiException, IOException {
        KubeletResponse answer = call.answer();
        if (answer.status() != 101) {
            whole(requestExchange, answer);
            return false;
        }
        for (Map.Entry<String, String> header : answer.headers()) {
            requestExchange.response().getHeaders().add(header.getKey(), header.getValue());
        }
        switchProtocols(requestExchange, call, false);
        return true;
    }

    /// As [#upgrade(RequestExchange, KubeletConnection)], to a WebSocket that carries what the kubelet sends.
    static boolean upgrade(RequestExchange requestExchange, KubeletConnection call, PortForwardTunnel tunnel)
            throws ApiException, IOException {
        KubeletResponse answer = call.answer();
        if (answer.status() != 101) {
            whole(requestExchange, answer);
            return false;
        }
        tunnel.response().forEach(requestExchange.response().getHeaders()::add);
        switchProtocols(requestExchange, call, true);
        return true;
    }

    private static void switchProtocols(RequestExchange requestExchange, KubeletConnection call, boolean isWebSocket) {
        Request request = requestExchange.request();
        requestExchange.response().setStatus(101);
        new UpgradeTunnel(request, call, isWebSocket).startAfter(request);
    }
}
