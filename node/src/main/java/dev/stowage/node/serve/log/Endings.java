package dev.stowage.node.serve.log;

import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RunningContainer;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells those who follow a container when it has ended.
public final class Endings {
    private static final Logger log = LoggerFactory.getLogger(Endings.class);

    /// Somebody who wants to know. Each is told once at most.
    ///
    /// @param uid the pod's
    private record Follower(String uid, String container, Runnable ended) {}

    private final ContainerRuntime runtime;
    private final Set<Follower> followers = ConcurrentHashMap.newKeySet();

    public Endings(ContainerRuntime runtime) {
        this.runtime = runtime;
        runtime.listen(this::hear);
    }

    /// @param ended called when the container runs no more, unless what is returned was run before
    /// @return to be run by whoever wants to know it no more
    Runnable follow(String uid, String container, Runnable ended) {
        var follower = new Follower(uid, container, ended);
        followers.add(follower);
        // It may have ended before there was somebody to tell.
        look();
        return () -> followers.remove(follower);
    }

    private void hear(String uid) {
        if (followers.stream().anyMatch(one -> uid.isEmpty() || one.uid().equals(uid))) {
            // Whoever calls a listener has other things to do than to wait for what follows.
            Thread.ofVirtual().name("log-endings").start(this::look);
        }
    }

    private void look() {
        // Who comes later looks again, with a newer answer.
        Set<Follower> asking = Set.copyOf(followers);
        try {
            Set<String> running = runtime.pods().stream()
                    .flatMap(pod -> pod.containers().stream())
                    .filter(RunningContainer::runs)
                    .map(RunningContainer::id)
                    .collect(Collectors.toSet());
            for (Follower follower : asking) {
                if (!running.contains(follower.container()) && followers.remove(follower)) {
                    follower.ended().run();
                }
            }
        } catch (IOException e) {
            log.debug("The runtime does not say what runs; those who follow logs go on: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
