package dev.stowage.control.discover;

import dev.stowage.kube.api.Kind;
import dev.stowage.kube.object.Other;
import java.util.List;
import java.util.Set;

/// A resource in the version that the server prefers.
public record Resource(Kind<Other> kind, Set<String> verbs) {

    public boolean can(String... wanted) {
        return verbs.containsAll(List.of(wanted));
    }
}
