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
    boolean answer(RequestExchange requestExchange, RequestTarget requestTarget, Verb verb, RequestClient requestClient)
            throws ApiException, IOException, InterruptedException {
        String first = requestTarget.subresource().split("/", 2)[0];
        if (ResourceHandler.lasts(new RequestInfo("", "", "", requestTarget.plural(), "", first, false))
                && proxy.isPresent()) {
            genericRegistry.readOperations().get(requestTarget, requestExchange.queryParameters());
            proxy.get().serve(requestExchange, requestTarget, requestClient.userInfo());
            return true;
        }
        if (first.equals("status") && requestTarget.resourceDescriptor().status() != StatusStrategy.NONE) {
            require(OF_STATUS, verb);
            return false;
        }
        Optional<Subresource> part = requestTarget.resourceDescriptor().subresources().stream()
                .filter(each -> each.name().equals(requestTarget.subresource()))
                .findFirst();
        if (part.isEmpty()) {
            requestExchange.sendText(404, "404 page not found\n");
            return true;
        }
        require(part.get().verbs(), verb);
        if (part.get().kind().equals(requestTarget.kind())) {
            return false;
        }
        send(
                requestExchange,
                genericRegistry
                        .subresourceOperations()
                        .answer(
                                requestTarget,
                                requestClient,
                                requestExchange.queryParameters(),
                                verb,
                                requestExchange.body()));
        return true;
    }

    private static void require(Set<Verb> verbs, Verb verb) throws ApiException {
        if (!verbs.contains(verb)) {
            throw ResourceHandler.notAllowed();
        }
    }

    boolean isReview(RequestTarget requestTarget) {
        return REVIEWS.contains(requestTarget.group());
    }

    void review(RequestExchange requestExchange, RequestTarget requestTarget, Verb verb, RequestClient requestClient)
            throws ApiException, IOException {
        require(Set.of(Verb.CREATE), verb);
        ObjectNode request = genericRegistry.subresourceOperations().read(requestTarget, requestExchange.body());
        ObjectNode answer =
                access.review(requestTarget.kind(), requestTarget.namespace(), request, requestClient.userInfo());
        send(requestExchange, new RequestResult.Computed(201, answer, List.of()));
    }

    private static void send(RequestExchange requestExchange, RequestResult.Computed computed)
            throws ApiException, IOException {
        ResponseFormat responseFormat = ResponseFormat.negotiate(requestExchange.headers("Accept"), false);
        requestExchange.warn(computed.warnings());
        requestExchange.send(
                computed.code(), responseFormat.contentType(), ObjectRenderer.tree(computed.object(), responseFormat));
    }
}
