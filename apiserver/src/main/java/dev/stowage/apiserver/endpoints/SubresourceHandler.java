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
        if (ResourceHandler.lasts(new RequestInfo("", "", "", target.plural(), "", first, false))
                && proxy.isPresent()) {
            genericRegistry.readOperations().get(target, exchange.queryParameters());
            proxy.get().serve(exchange, target, client.userInfo());
            return true;
        }
        if (first.equals("status") && target.resourceDescriptor().status() != StatusStrategy.NONE) {
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
