package dev.stowage.control.protect;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.AttributesClass;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps attributes classes while volumes have them, or claims want them.
public final class ClassProtection implements Controller {
    static final String FINALIZER = "kubernetes.io/vac-protection";

    private final Shared shared;
    private final Mirror<AttributesClass> classes;
    private final Mirror<Volume> volumes;
    private final Mirror<Claim> claims;
    private final Index<Volume> having;
    private final Index<Claim> wanting;
    private final WorkQueue<Key> queue;

    public ClassProtection(Shared shared) {
        this.shared = shared;
        this.classes = shared.mirrors().of(Kinds.ATTRIBUTES_CLASSES);
        this.volumes = shared.mirrors().of(Kinds.VOLUMES);
        this.claims = shared.mirrors().of(Kinds.CLAIMS);
        this.having = volumes.index(ClassProtection::classes);
        this.wanting = claims.index(ClassProtection::classes);
        this.queue = new WorkQueue<>(
                "vacprotection",
                1,
                new Backoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        classes.listen((_, now) -> {
            if (now != null && Guard.concerns(now, FINALIZER)) {
                queue.add(now.key());
            }
        });
        volumes.listen((before, now) ->
                released(before == null ? Set.of() : classes(before), now == null ? Set.of() : classes(now)));
        claims.listen((before, now) ->
                released(before == null ? Set.of() : classes(before), now == null ? Set.of() : classes(now)));
    }

    static Set<String> classes(Volume volume) {
        return names(volume.attributesClass());
    }

    /// The one it asks for, the one it has, and the one it is on the way to.
    static Set<String> classes(Claim claim) {
        return names(
                claim.attributesClass(),
                claim.status().currentAttributesClass(),
                claim.status().modify() == null ? "" : claim.status().modify().target());
    }

    private static Set<String> names(@Nullable String... names) {
        return Stream.of(names)
                .filter(Objects::nonNull)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private void released(Collection<String> before, Collection<String> now) {
        before.stream().filter(name -> !now.contains(name)).forEach(name -> queue.add(Key.of(name)));
    }

    static List<Act> decide(AttributesClass attributes, boolean used) {
        return Guard.decide(Kinds.ATTRIBUTES_CLASSES, attributes, FINALIZER, used);
    }

    private Outcome work(Key key) throws InterruptedException {
        boolean used = having.has(key.name()) || wanting.has(key.name());
        try {
            shared.hands()
                    .carryOut(
                            classes.find(key).map(found -> decide(found, used)).orElse(List.of()));
            return Outcome.done();
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    @Override
    public String name() {
        return "volumeattributesclass-protection-controller";
    }

    @Override
    public void start() throws InterruptedException {
        classes.awaitSynced();
        volumes.awaitSynced();
        claims.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
