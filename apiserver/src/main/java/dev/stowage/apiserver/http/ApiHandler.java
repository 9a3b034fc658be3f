package dev.stowage.apiserver.http;

import dev.stowage.apiserver.auth.Access;
import dev.stowage.apiserver.auth.Action;
import dev.stowage.apiserver.auth.User;
import dev.stowage.apiserver.engine.Agent;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.select.FieldSelector;
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

/// Each request comes through here: who asks, what for, may they, and an answer in any case.
final class ApiHandler extends Handler.Abstract {
    private static final Logger log = LoggerFactory.getLogger(ApiHandler.class);

    private final Access access;
    private final ResourceRequests resources;
    private final Pages pages;
    private final Limits limits;
    private final Metrics metrics;

    ApiHandler(Access access, ResourceRequests resources, Pages pages, Limits limits, Metrics metrics) {
        this.access = access;
        this.resources = resources;
        this.pages = pages;
        this.limits = limits;
        this.metrics = metrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        response.getHeaders().put("Audit-Id", UUID.randomUUID().toString());
        response.getHeaders().put("Cache-Control", "no-cache, private");
        try {
            Exchange exchange = new Exchange(request, response);
            try {
                answer(exchange);
            } catch (ApiException e) {
                refuse(exchange, e);
            }
            callback.succeeded();
        } catch (ApiException e) {
            Response.writeError(request, response, callback, e.reason().code(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (IOException e) {
            log.debug("An answer did not reach its reader.", e);
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

    private void refuse(Exchange exchange, ApiException e) throws IOException {
        if (exchange.response().isCommitted()) {
            throw new IOException("refused after the answer had begun", e);
        }
        if (e.reason() == Reason.UNAUTHORIZED) {
            exchange.put("WWW-Authenticate", "Bearer realm=\"kubernetes\"");
        }
        if (e.details().retryAfterSeconds() > 0) {
            exchange.put("Retry-After", Integer.toString(e.details().retryAfterSeconds()));
        }
        exchange.leaveBody();
        exchange.send(e.reason().code(), "application/json", Json.write(e.status()));
    }

    private void answer(Exchange exchange) throws ApiException, IOException, InterruptedException {
        User user = access.impersonate(
                access.authenticate(certificate(exchange.request()), exchange.header("Authorization")),
                exchange.headersThatBeginWith("Impersonate-"));
        Optional<Route> route = Route.parse(exchange.segments());
        if (route.isEmpty()) {
            access.require(user, Action.onPath(exchange.method().toLowerCase(Locale.ROOT), exchange.path()));
            pages.answer(exchange);
        } else {
            answer(exchange, route.get(), user);
        }
    }

    private void answer(Exchange exchange, Route route, User user)
            throws ApiException, IOException, InterruptedException {
        Verb verb = Verbs.of(exchange.method(), route, exchange.parameters()).orElseThrow(ResourceRequests::notAllowed);
        String subresource =
                route.subresource().isEmpty() ? "" : route.subresource().split("/", 2)[0];
        access.require(
                user,
                Action.onResource(
                        verb.word(),
                        route.group(),
                        route.version(),
                        route.plural(),
                        subresource,
                        route.plural().equals("namespaces") ? route.name() : route.namespace(),
                        named(route, exchange)));
        boolean lasts = verb == Verb.WATCH || ResourceRequests.lasts(route);
        boolean writes = verb != Verb.GET && verb != Verb.LIST && verb != Verb.WATCH;
        Limits.Lane lane = limits.lane(lasts, writes);
        lane.enter();
        long start = System.nanoTime();
        try {
            Agent agent = new Agent(user, exchange.header("User-Agent").orElse(""));
            resources.answer(exchange, route, verb, agent);
            count(exchange, route, verb, exchange.response().getStatus(), start);
        } catch (ApiException e) {
            count(exchange, route, verb, e.reason().code(), start);
            throw e;
        } finally {
            lane.leave();
        }
    }

    private static String named(Route route, Exchange exchange) {
        return route.name().isEmpty()
                ? FieldSelector.nameIn(exchange.parameters().text("fieldSelector"))
                        .orElse("")
                : route.name();
    }

    private void count(Exchange exchange, Route route, Verb verb, int code, long start) {
        if (resources.isKnown(route)) {
            String word = exchange.method().equals("POST") ? "POST" : verb.name();
            metrics.answered(word, route, code, System.nanoTime() - start);
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
