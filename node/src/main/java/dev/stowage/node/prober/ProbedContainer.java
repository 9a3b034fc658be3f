package dev.stowage.node.prober;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/// A running container that may have probes.
///
/// @param ip the IP address of the pod; empty when it has none
/// @param since when it was started
/// @param started whether an earlier run of the node reported it as started
/// @param ready whether an earlier run of the node reported it as ready
public record ProbedContainer(String id, JsonNode spec, String ip, Instant since, boolean started, boolean ready) {}
