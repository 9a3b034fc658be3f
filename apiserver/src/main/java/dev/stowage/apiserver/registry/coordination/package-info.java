/// Leases.
@NullMarked
package dev.stowage.apiserver.registry.coordination;

import org.jspecify.annotations.NullMarked;
