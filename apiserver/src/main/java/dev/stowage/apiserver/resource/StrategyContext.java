package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.storage.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The data that a strategy may read.
public interface StrategyContext {

    Optional<ObjectNode> find(ObjectKey key);

    /// @param namespace empty for all
    List<ObjectNode> list(String resource, String namespace);

    Instant now();

    /// Whether a feature gate is on.
    boolean enabled(String gate);

    /// Who sent the request.
    UserInfo user();
}
