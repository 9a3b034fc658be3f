package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.registry.generic.RequestClient;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.selectors.FieldSelector;
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
            RequestExchange requestExchange = new RequestExchange(request, response);
            try {
                answer(requestExchange);
            } catch (ApiException e) {
                refuse(requestExchange, e);
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

    private void refuse(RequestExchange requestExchange, ApiException e) throws IOException {
        if (requestExchange.response().isCommitted()) {
            throw new IOException("request failed after the response had started", e);
        }
        if (e.statusReason() == StatusReason.UNAUTHORIZED) {
            requestExchange.put("WWW-Authenticate", "Bearer realm=\"kubernetes\"");
        }
        if (e.details().retryAfterSeconds() > 0) {
            requestExchange.put("Retry-After", Integer.toString(e.details().retryAfterSeconds()));
        }
        requestExchange.leaveBody();
        requestExchange.send(e.statusReason().code(), "application/json", Json.write(e.status()));
    }

    private void answer(RequestExchange requestExchange) throws ApiException, IOException, InterruptedException {
        UserInfo userInfo = access.impersonate(
                access.authenticate(certificate(requestExchange.request()), requestExchange.header("Authorization")),
                requestExchange.headersThatBeginWith("Impersonate-"));
        Optional<RequestInfo> route = RequestInfo.parse(requestExchange.segments());
        if (route.isEmpty()) {
            access.require(
                    userInfo,
                    AuthorizationAttributes.onPath(
                            requestExchange.method().toLowerCase(Locale.ROOT), requestExchange.path()));
            nonResourceEndpoints.answer(requestExchange);
        } else {
            answer(requestExchange, route.get(), userInfo);
        }
    }

    private void answer(RequestExchange requestExchange, RequestInfo requestInfo, UserInfo userInfo)
            throws ApiException, IOException, InterruptedException {
        Verb verb = RequestVerbs.of(requestExchange.method(), requestInfo, requestExchange.queryParameters())
                .orElseThrow(ResourceHandler::notAllowed);
        String subresource = requestInfo.subresource().isEmpty()
                ? ""
                : requestInfo.subresource().split("/", 2)[0];
        access.require(
                userInfo,
                AuthorizationAttributes.onResource(
                        verb.word(),
                        requestInfo.group(),
                        requestInfo.version(),
                        requestInfo.plural(),
                        subresource,
                        requestInfo.plural().equals("namespaces") ? requestInfo.name() : requestInfo.namespace(),
                        named(requestInfo, requestExchange)));
        boolean lasts = verb == Verb.WATCH || ResourceHandler.lasts(requestInfo);
        boolean writes = verb != Verb.GET && verb != Verb.LIST && verb != Verb.WATCH;
        InflightLimits.Lane lane = inflightLimits.lane(lasts, writes);
        lane.enter();
        long start = System.nanoTime();
        try {
            RequestClient requestClient = new RequestClient(
                    userInfo, requestExchange.header("User-Agent").orElse(""));
            resources.answer(requestExchange, requestInfo, verb, requestClient);
            count(requestExchange, requestInfo, verb, requestExchange.response().getStatus(), start);
        } catch (ApiException e) {
            count(requestExchange, requestInfo, verb, e.statusReason().code(), start);
            throw e;
        } finally {
            lane.leave();
        }
    }

    private static String named(RequestInfo requestInfo, RequestExchange requestExchange) {
        return requestInfo.name().isEmpty()
                ? FieldSelector.nameIn(requestExchange.queryParameters().text("fieldSelector"))
                        .orElse("")
                : requestInfo.name();
    }

    private void count(RequestExchange requestExchange, RequestInfo requestInfo, Verb verb, int code, long start) {
        if (resources.isKnown(requestInfo)) {
            String word = requestExchange.method().equals("POST") ? "POST" : verb.name();
            apiServerMetrics.answered(word, requestInfo, code, System.nanoTime() - start);
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
