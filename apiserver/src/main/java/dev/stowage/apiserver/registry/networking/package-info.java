/// Ingresses, network policies and addresses.
@NullMarked
package dev.stowage.apiserver.registry.networking;

import org.jspecify.annotations.NullMarked;
