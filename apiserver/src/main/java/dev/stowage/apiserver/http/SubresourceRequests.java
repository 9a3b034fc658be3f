package dev.stowage.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.Access;
import dev.stowage.apiserver.engine.Agent;
import dev.stowage.apiserver.engine.Engine;
import dev.stowage.apiserver.engine.Outcome;
import dev.stowage.apiserver.engine.Target;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.resource.Resource.Subresource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Verb;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Requests for what is not a whole object that is kept: parts of one, and questions that are only answered.
final class SubresourceRequests {
    private static final Set<Verb> OF_STATUS = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
    private static final Set<String> REVIEWS = Set.of("authentication.k8s.io", "authorization.k8s.io");

    private final Engine engine;
    private final Access access;
    private final Optional<Proxy> proxy;

    SubresourceRequests(Engine engine, Access access, Optional<Proxy> proxy) {
        this.engine = engine;
        this.access = access;
        this.proxy = proxy;
    }

    /// @return false when the part is one that takes and shows whole objects, which goes the way of those
    boolean answer(Exchange exchange, Target target, Verb verb, Agent agent)
            throws ApiException, IOException, InterruptedException {
        String first = target.subresource().split("/", 2)[0];
        if (ResourceRequests.lasts(new Route("", "", "", target.plural(), "", first, false)) && proxy.isPresent()) {
            engine.reads().get(target, exchange.parameters());
            proxy.get().serve(exchange, target, agent.user());
            return true;
        }
        if (first.equals("status") && target.resource().status() != StatusRule.NONE) {
            require(OF_STATUS, verb);
            return false;
        }
        Optional<Subresource> part = target.resource().subresources().stream()
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
        send(exchange, engine.parts().answer(target, agent, exchange.parameters(), verb, exchange.body()));
        return true;
    }

    private static void require(Set<Verb> verbs, Verb verb) throws ApiException {
        if (!verbs.contains(verb)) {
            throw ResourceRequests.notAllowed();
        }
    }

    boolean isReview(Target target) {
        return REVIEWS.contains(target.group());
    }

    void review(Exchange exchange, Target target, Verb verb, Agent agent) throws ApiException, IOException {
        require(Set.of(Verb.CREATE), verb);
        ObjectNode request = engine.parts().read(target, exchange.body());
        ObjectNode answer = access.review(target.kind(), target.namespace(), request, agent.user());
        send(exchange, new Outcome.Told(201, answer, List.of()));
    }

    private static void send(Exchange exchange, Outcome.Told told) throws ApiException, IOException {
        Rendition rendition = Rendition.negotiate(exchange.headers("Accept"), false);
        exchange.warn(told.warnings());
        exchange.send(told.code(), rendition.contentType(), Renderer.tree(told.object(), rendition));
    }
}
