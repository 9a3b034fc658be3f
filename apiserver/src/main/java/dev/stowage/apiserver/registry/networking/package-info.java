/// Ingresses, NetworkPolicies and service IP ranges.
@NullMarked
package dev.stowage.apiserver.registry.networking;

import org.jspecify.annotations.NullMarked;
