/// Ingresses, network policies and addresses.
@NullMarked
package dev.stowage.apiserver.group.networking;

import org.jspecify.annotations.NullMarked;
