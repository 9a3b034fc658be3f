package dev.stowage.node.self;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Node;
import dev.stowage.node.Shared;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one writer of the node's object. What comes while a patch is under way goes into the next one, together.
final class NodeTeller {
    private static final Logger log = LoggerFactory.getLogger(NodeTeller.class);

    /// Without it the controllers would leave it to the node to attach volumes.
    private static final Map<String, String> ATTACHED_BY_CONTROLLER =
            Map.of("volumes.kubernetes.io/controller-managed-attach-detach", "true");

    /// Between two writings of the same.
    static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Shared shared;
    private final Informer<Node> informer;
    private final Supplier<NodeFacts> facts;
    private final CompletableFuture<String> uid = new CompletableFuture<>();
    private final Map<String, String> troubles = new TreeMap<>();
    private final List<DriverAsk> asks = new ArrayList<>();
    private Optional<Set<String>> inUse = Optional.empty();
    private Set<String> told = Set.of();
    private Optional<Wish> last = Optional.empty();
    private Instant written = Instant.EPOCH;
    private boolean adopting;
    private boolean whole = true;

    /// @param facts as they are now
    NodeTeller(Shared shared, Supplier<NodeFacts> facts) {
        this.shared = shared;
        this.informer = shared.informers().of(Kinds.NODES);
        this.facts = facts;
    }

    /// Completed when the cluster has the object.
    CompletableFuture<String> uid() {
        return uid;
    }

    /// @return whether this is news
    synchronized boolean use(Set<String> volumes) {
        Optional<Set<String>> before = inUse;
        inUse = Optional.of(Set.copyOf(volumes));
        return !inUse.equals(before);
    }

    synchronized Set<String> told() {
        return told;
    }

    /// @return whether this is news
    synchronized boolean hold(String part, String why) {
        String before = why.isEmpty() ? troubles.remove(part) : troubles.put(part, why);
        return !why.equals(before == null ? "" : before);
    }

    synchronized void ask(DriverAsk ask) {
        asks.add(ask);
    }

    /// Nobody waits for it any more.
    synchronized void drop(DriverAsk ask) {
        asks.remove(ask);
    }

    /// Everything is told once more, with a new heartbeat.
    synchronized void beat() {
        whole = true;
    }

    /// What came of a look.
    enum Told {
        NOTHING,
        NEWS,
        /// Somebody writes over it; whoever that is must not make it a race.
        LATER
    }

    /// One look at what is to be told.
    Told tell() throws ApiFailure, InterruptedException {
        Optional<Node> seen = uid.isDone() ? informer.find(shared.node()) : Optional.of(register());
        if (seen.isEmpty()) {
            return forgotten();
        }
        boolean beats = takeWhole();
        Optional<NodeFacts> now = beats ? Optional.of(facts.get()) : Optional.empty();
        Telling telling = gather(seen.get(), now);
        boolean done = false;
        try {
            Optional<ObjectNode> change = NodeChange.between(
                    seen.get(), telling.wish(), shared.clock().instant());
            if (change.isPresent() && isRace(telling.wish())) {
                return Told.LATER;
            }
            if (change.isPresent()) {
                Node answer = informer.patch(
                        seen.get(), Patch.strategic(change.get()).status().onlyIfSame(seen.get()));
                announce(seen.get(), answer);
                wrote(telling.wish());
            }
            done = true;
        } finally {
            if (!done && beats) {
                beat();
            }
        }
        return heard(telling);
    }

    private synchronized boolean isRace(Wish wish) {
        return last.equals(Optional.of(wish)) && shared.clock().instant().isBefore(written.plus(SHORTEST));
    }

    private synchronized void wrote(Wish wish) {
        last = Optional.of(wish);
        written = shared.clock().instant();
    }

    /// Several things to be said, and those who wait for it.
    private record Telling(Wish wish, List<DriverAsk> asks, DriverTexts drivers) {}

    private synchronized Telling gather(Node seen, Optional<NodeFacts> now) {
        List<DriverAsk> all = List.copyOf(asks);
        DriverTexts drivers = DriverTexts.of(seen, all);
        Map<String, String> labels = new HashMap<>(drivers.labels());
        Map<String, String> annotations = new HashMap<>();
        if (!all.isEmpty()) {
            annotations.put(DriverTexts.ANNOTATION, drivers.annotation());
        }
        if (adopting) {
            now.ifPresent(known -> known.labels().forEach(labels::putIfAbsent));
            annotations.putAll(ATTACHED_BY_CONTROLLER);
        }
        return new Telling(new Wish(labels, annotations, Saying.all(troubles.values()), inUse, now), all, drivers);
    }

    private synchronized boolean takeWhole() {
        boolean before = whole;
        whole = false;
        return before;
    }

    private Told heard(Telling telling) {
        boolean news;
        synchronized (this) {
            Set<String> before = told;
            told = telling.wish().inUse().orElse(before);
            news = !told.equals(before);
            adopting = false;
            asks.removeAll(telling.asks());
        }
        for (DriverAsk ask : telling.asks()) {
            ask.answer().complete(telling.drivers().refused().getOrDefault(ask, ""));
        }
        return news ? Told.NEWS : Told.NOTHING;
    }

    private Node register() throws ApiFailure, InterruptedException {
        Node node = createOrAdopt();
        log.info("Node {} is registered.", shared.node());
        uid.complete(node.meta().uid());
        return node;
    }

    private Node createOrAdopt() throws ApiFailure, InterruptedException {
        NamespacedName key = NamespacedName.of(shared.node());
        NodeFacts now = facts.get();
        Wish wish = new Wish(Map.of(), Map.of(), sayings(), Optional.empty(), Optional.empty());
        try {
            return informer.create(
                    "",
                    NodeChange.first(
                            now, ATTACHED_BY_CONTROLLER, wish, shared.clock().instant()));
        } catch (ApiFailure e) {
            Optional<Node> existing = e.isAlreadyExists() || e.isForbidden() ? informer.fetch(key) : Optional.empty();
            synchronized (this) {
                adopting = existing.isPresent();
            }
            return existing.orElseThrow(() -> e);
        }
    }

    private synchronized List<Saying> sayings() {
        return Saying.all(troubles.values());
    }

    /// Whoever deleted it meant it; the node comes back when it is started again.
    private Told forgotten() {
        log.warn("Somebody deleted node {}. Start the node again to register it anew.", shared.node());
        List<DriverAsk> all;
        synchronized (this) {
            all = List.copyOf(asks);
            asks.clear();
        }
        all.forEach(ask -> ask.answer().complete("node \"" + shared.node() + "\" is not registered any more"));
        return Told.NOTHING;
    }

    private void announce(Node seen, Node answer) {
        if (seen.ready() != answer.ready()) {
            String now = answer.ready() ? "NodeReady" : "NodeNotReady";
            log.info("Node {} is {}ready.", shared.node(), answer.ready() ? "" : "not ");
            shared.events().normal(answer.reference(), now, "Node " + shared.node() + " status is now: " + now);
        }
    }
}
