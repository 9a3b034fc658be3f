package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.registry.generic.GenericRegistry;
import dev.stowage.apiserver.registry.generic.RequestClient;
import dev.stowage.apiserver.registry.generic.RequestResult;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import dev.stowage.apiserver.resource.ResourceDescriptor.Subresource;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.names.ApiGroups;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Requests for sub-resources with their own types, and reviews, which are not stored.
final class SubresourceHandler {
    private static final Set<Verb> OF_STATUS = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
    private static final Set<Verb> OF_LOG = Set.of(Verb.GET);
    private static final Set<Verb> OF_STREAM = Set.of(Verb.GET, Verb.CREATE);
    private static final Set<String> STREAMS = Set.of("exec", "attach", "portforward");
    private static final Set<String> REVIEWS = Set.of(ApiGroups.AUTHENTICATION, ApiGroups.AUTHORIZATION);

    private final GenericRegistry genericRegistry;
    private final AccessControl access;
    private final Optional<NodeProxy> proxy;

    SubresourceHandler(GenericRegistry genericRegistry, AccessControl access, Optional<NodeProxy> proxy) {
        this.genericRegistry = genericRegistry;
        this.access = access;
        this.proxy = proxy;
    }

    /// @return false for a sub-resource that reads and writes whole objects, which is handled like a resource
    boolean answer(RequestExchange exchange, RequestTarget target, Verb verb, RequestClient client)
            throws ApiException, IOException, InterruptedException {
        String first = target.subresource().split("/", 2)[0];
        if (ResourceHandler.lasts(new RequestInfo(target.group(), "", "", target.plural(), "", first, false))
                && proxy.isPresent()) {
            if (target.plural().equals("pods")) {
                requireConnect(exchange, target, verb, client);
            }
            genericRegistry.readOperations().get(target, exchange.queryParameters());
            proxy.get().serve(exchange, target, client.userInfo());
            return true;
        }
        // All of it: what follows would be authorized as the status, and written as another sub-resource.
        if (target.subresource().equals("status") && target.resourceDescriptor().status() != StatusStrategy.NONE) {
            require(OF_STATUS, verb);
            return false;
        }
        Optional<Subresource> part = target.resourceDescriptor().subresources().stream()
                .filter(each -> each.name().equals(target.subresource()))
                .findFirst();
        if (part.isEmpty()) {
            exchange.sendText(404, "404 page not found\n");
            return true;
        }
        require(part.get().verbs(), verb);
        if (part.get().kind().equals(target.kind())) {
            return false;
        }
        send(
                exchange,
                genericRegistry
                        .subresourceOperations()
                        .answer(target, client, exchange.queryParameters(), verb, exchange.body()));
        return true;
    }

    /// A stream into a container changes what runs there, also when a browser opens it by GET, as WebSockets need
    /// it: the right to `get` alone does not suffice.
    private void requireConnect(RequestExchange exchange, RequestTarget target, Verb verb, RequestClient client)
            throws ApiException {
        boolean isStream = STREAMS.contains(target.subresource());
        if (exchange.method().equals("HEAD")) {
            throw ResourceHandler.notAllowed();
        }
        require(isStream ? OF_STREAM : OF_LOG, verb);
        if (isStream && verb != Verb.CREATE) {
            access.require(client.userInfo(), target.attributes(Verb.CREATE));
        }
    }

    private static void require(Set<Verb> verbs, Verb verb) throws ApiException {
        if (!verbs.contains(verb)) {
            throw ResourceHandler.notAllowed();
        }
    }

    boolean isReview(RequestTarget target) {
        return REVIEWS.contains(target.group());
    }

    void review(RequestExchange exchange, RequestTarget target, Verb verb, RequestClient client)
            throws ApiException, IOException {
        require(Set.of(Verb.CREATE), verb);
        ObjectNode request = genericRegistry.subresourceOperations().read(target, exchange.body());
        ObjectNode answer = access.review(target.kind(), target.namespace(), request, client.userInfo());
        send(exchange, new RequestResult.Computed(201, answer, List.of()));
    }

    private static void send(RequestExchange exchange, RequestResult.Computed computed)
            throws ApiException, IOException {
        ResponseFormat responseFormat = ResponseFormat.negotiate(exchange.headers("Accept"), false);
        exchange.warn(computed.warnings());
        exchange.send(
                computed.code(), responseFormat.contentType(), ObjectRenderer.tree(computed.object(), responseFormat));
    }
}
