package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.registry.generic.RequestClient;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.storage.StorageException;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Handles each request: authentication, authorization, routing, and a response in any case.
final class ApiHandler extends Handler.Abstract {
    private static final Logger log = LoggerFactory.getLogger(ApiHandler.class);

    private final AccessControl access;
    private final ResourceHandler resources;
    private final NonResourceEndpoints nonResourceEndpoints;
    private final InflightLimits inflightLimits;
    private final ApiServerMetrics apiServerMetrics;

    ApiHandler(
            AccessControl access,
            ResourceHandler resources,
            NonResourceEndpoints nonResourceEndpoints,
            InflightLimits inflightLimits,
            ApiServerMetrics apiServerMetrics) {
        this.access = access;
        this.resources = resources;
        this.nonResourceEndpoints = nonResourceEndpoints;
        this.inflightLimits = inflightLimits;
        this.apiServerMetrics = apiServerMetrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        response.getHeaders().put("Audit-Id", UUID.randomUUID().toString());
        response.getHeaders().put("Cache-Control", "no-cache, private");
        try {
            RequestExchange exchange = new RequestExchange(request, response);
            try {
                answer(exchange);
            } catch (ApiException e) {
                refuse(exchange, e);
            }
            callback.succeeded();
        } catch (ApiException e) {
            Response.writeError(request, response, callback, e.statusReason().code(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (IOException e) {
            log.debug("The client closed the connection before the response was complete.", e);
            callback.failed(e);
        } catch (RuntimeException | StackOverflowError e) {
            log.error(
                    "Failed to answer {} {}.",
                    request.getMethod(),
                    request.getHttpURI().getPath(),
                    e);
            fail(request, response, callback, e);
        }
        return true;
    }

    private static void fail(Request request, Response response, Callback callback, Throwable cause) {
        if (response.isCommitted()) {
            callback.failed(cause);
        } else {
            Response.writeError(request, response, callback, 500, "an error of the server; its log says more");
        }
    }

    private void refuse(RequestExchange exchange, ApiException e) throws IOException {
        if (exchange.response().isCommitted()) {
            throw new IOException("request failed after the response had started", e);
        }
        if (e.statusReason() == StatusReason.UNAUTHORIZED) {
            exchange.put("WWW-Authenticate", "Bearer realm=\"kubernetes\"");
        }
        if (e.details().retryAfterSeconds() > 0) {
            exchange.put("Retry-After", Integer.toString(e.details().retryAfterSeconds()));
        }
        exchange.leaveBody();
        exchange.send(e.statusReason().code(), "application/json", Json.write(e.status()));
    }

    private void answer(RequestExchange exchange) throws ApiException, IOException, InterruptedException {
        Optional<String> header = exchange.header("Authorization");
        Optional<String> authorization = header.isPresent() ? header : WebSocketToken.authorization(exchange);
        UserInfo userInfo = access.impersonate(
                access.authenticate(certificate(exchange.request()), authorization),
                exchange.headersThatBeginWith("Impersonate-"));
        Optional<RequestInfo> route = RequestInfo.parse(exchange.segments());
        if (route.isEmpty()) {
            access.require(
                    userInfo,
                    AuthorizationAttributes.onPath(exchange.method().toLowerCase(Locale.ROOT), exchange.path()));
            nonResourceEndpoints.answer(exchange);
        } else {
            answer(exchange, route.get(), userInfo);
        }
    }

    private void answer(RequestExchange exchange, RequestInfo info, UserInfo userInfo)
            throws ApiException, IOException, InterruptedException {
        Verb verb = RequestVerbs.of(exchange.method(), info, exchange.queryParameters())
                .orElseThrow(ResourceHandler::notAllowed);
        access.require(userInfo, RequestAttributes.of(info, verb, exchange.queryParameters()));
        boolean lasts = verb == Verb.WATCH || ResourceHandler.lasts(info);
        boolean writes = verb != Verb.GET && verb != Verb.LIST && verb != Verb.WATCH;
        InflightLimits.Lane lane = inflightLimits.lane(lasts, writes);
        lane.enter();
        long start = System.nanoTime();
        try {
            RequestClient client =
                    new RequestClient(userInfo, exchange.header("User-Agent").orElse(""));
            answer(exchange, info, verb, client);
            count(exchange, info, verb, exchange.response().getStatus(), start);
        } catch (ApiException e) {
            count(exchange, info, verb, e.statusReason().code(), start);
            throw e;
        } finally {
            lane.leave();
        }
    }

    private void answer(RequestExchange exchange, RequestInfo info, Verb verb, RequestClient client)
            throws ApiException, IOException, InterruptedException {
        try {
            resources.answer(exchange, info, verb, client);
        } catch (StorageException e) {
            log.debug("A write failed.", e);
            throw new ApiException(StatusReason.INTERNAL_ERROR, "Internal error occurred: " + e.getMessage());
        }
    }

    private void count(RequestExchange exchange, RequestInfo info, Verb verb, int code, long start) {
        if (resources.isKnown(info)) {
            String word = exchange.method().equals("POST") ? "POST" : verb.name();
            apiServerMetrics.answered(word, info, code, System.nanoTime() - start);
        }
    }

    private static Optional<X509Certificate> certificate(Request request) {
        return request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData data
                        && data.peerCertificates() != null
                        && data.peerCertificates().length > 0
                ? Optional.of(data.peerCertificates()[0])
                : Optional.empty();
    }
}
