package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.CachedDocument;
import dev.stowage.apiserver.protobuf.ProtobufBody;
import dev.stowage.apiserver.registry.generic.QueryParameters;
import dev.stowage.apiserver.registry.generic.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request and its response. For one thread.
public final class RequestExchange {
    private static final Duration LEAVING = Duration.ofSeconds(10);
    private static final int LONGEST_WARNING = 500;
    /// In bytes. Each warning is a header, and all of them must fit into the head of the response.
    private static final int MOST_WARNINGS = 4 * 1024;
    private static final int MOST_PARAMETERS = 1000;

    private static final Logger log = LoggerFactory.getLogger(RequestExchange.class);

    private final Request request;
    private final Response response;
    private final List<String> segments;
    private final QueryParameters queryParameters;
    private boolean read;

    /// @throws ApiException for an invalid path or query
    RequestExchange(Request request, Response response) throws ApiException {
        this.request = request;
        this.response = response;
        try {
            this.segments = RequestInfo.segments(request.getHttpURI().getPath());
            this.queryParameters = queryParameters(request.getHttpURI().getQuery());
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest("the address of the request is not properly encoded");
        }
    }

    private static QueryParameters queryParameters(@org.jspecify.annotations.Nullable String query) {
        if (query == null || query.isEmpty()) {
            return QueryParameters.NONE;
        }
        Map<String, List<String>> values = new HashMap<>();
        for (String part : query.split("&", MOST_PARAMETERS)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            if (!name.isEmpty()) {
                values.computeIfAbsent(decode(name), _ -> new ArrayList<>(1)).add(decode(value));
            }
        }
        return new QueryParameters(values);
    }

    private static String decode(String text) {
        return java.net.URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    public Request request() {
        return request;
    }

    public Response response() {
        return response;
    }

    public String method() {
        return request.getMethod();
    }

    public String path() {
        return "/" + String.join("/", segments);
    }

    List<String> segments() {
        return segments;
    }

    public QueryParameters queryParameters() {
        return queryParameters;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    /// All values of a header that may occur several times.
    String headers(String name) {
        return String.join(",", request.getHeaders().getValuesList(name));
    }

    List<Map.Entry<String, String>> headersThatBeginWith(String start) {
        List<Map.Entry<String, String>> found = new ArrayList<>();
        for (HttpField field : request.getHeaders()) {
            if (field.getName().regionMatches(true, 0, start, 0, start.length())) {
                found.add(Map.entry(field.getName(), field.getValue()));
            }
        }
        return found;
    }

    /// The protocol that the client wants to switch to, in lower case; empty for none.
    public String upgrade() {
        boolean wanted = headers("Connection").toLowerCase(Locale.ROOT).contains("upgrade");
        String protocol = wanted ? header("Upgrade").orElse("").strip().toLowerCase(Locale.ROOT) : "";
        // HTTP/2 in plain text is an offer, which a server may ignore.
        return protocol.equals("h2c") ? "" : protocol;
    }

    String mediaType() {
        return header("Content-Type").map(text -> MediaRange.one(text).type()).orElse("");
    }

    /// @throws ApiException when it is too large, or takes too long
    RequestBody body() throws ApiException, IOException {
        if (request.getLength() > RequestBodyReader.MOST) {
            throw RequestBodyReader.tooLarge();
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] bytes = RequestBodyReader.read(in, request.getLength(), RequestBodyReader.LIMIT);
            read = true;
            return mediaType().equals(ProtobufBody.TYPE) && bytes.length > 0
                    ? new RequestBody(ProtobufBody.toJson(bytes), "application/json")
                    : new RequestBody(bytes, mediaType());
        }
    }

    /// After a refusal before the body was read: reads it up to a limit, because closing the connection while
    /// the client still sends may lose the response too.
    void leaveBody() {
        boolean has = header("Transfer-Encoding").isPresent()
                || header("Content-Length")
                        .filter(length -> !length.equals("0"))
                        .isPresent();
        if (!has || read) {
            return;
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            read = RequestBodyReader.skip(in, LEAVING);
        } catch (IOException e) {
            log.debug("The rest of a refused request was not received.", e);
        }
        if (!read) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
    }

    void put(String header, String value) {
        response.getHeaders().put(header, value);
    }

    void warn(List<String> warnings) {
        int total = 0;
        for (String warning : warnings) {
            String shown = quotable(warning);
            total += shown.getBytes(StandardCharsets.UTF_8).length;
            if (total <= MOST_WARNINGS) {
                response.getHeaders().add("Warning", "299 - \"" + shown + "\"");
            }
        }
    }

    private static String quotable(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints()
                .filter(c -> c >= ' ' && c != 0x7f)
                .limit(LONGEST_WARNING)
                .forEach(c -> (c == '"' || c == '\\' ? safe.append('\\') : safe).appendCodePoint(c));
        return safe.toString();
    }

    void send(int code, String contentType, byte[] bytes) throws IOException {
        response.setStatus(code);
        put("Content-Type", contentType);
        put("Content-Length", Integer.toString(bytes.length));
        if (method().equals("HEAD")) {
            Content.Sink.write(response, true, ByteBuffer.allocate(0));
        } else {
            Content.Sink.write(response, true, ByteBuffer.wrap(bytes));
        }
    }

    /// A client that already has the document gets 304 Not Modified.
    void sendUnlessKnown(String contentType, CachedDocument cachedDocument) throws IOException {
        put("ETag", cachedDocument.tag());
        boolean known =
                header("If-None-Match").filter(cachedDocument.tag()::equals).isPresent();
        send(known ? 304 : 200, contentType, known ? new byte[0] : cachedDocument.bytes());
    }

    void sendText(int code, String text) throws IOException {
        put("X-Content-Type-Options", "nosniff");
        send(code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /// A body whose length is not known yet.
    OutputStream stream(int code, String contentType) {
        response.setStatus(code);
        put("Content-Type", contentType);
        return Response.asBufferedOutputStream(request, response);
    }

    /// The connection, if the response may have chunks. Those of HTTP/1.0 have none.
    Optional<EndPoint> chunkedConnection() {
        ConnectionMetaData connection = request.getConnectionMetaData();
        return connection.getHttpVersion() == HttpVersion.HTTP_1_1
                ? Optional.of(connection.getConnection().getEndPoint())
                : Optional.empty();
    }

    boolean acceptsGzip() {
        return headers("Accept-Encoding").contains("gzip");
    }
}
