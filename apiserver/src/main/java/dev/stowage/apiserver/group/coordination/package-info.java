/// Leases.
@NullMarked
package dev.stowage.apiserver.group.coordination;

import org.jspecify.annotations.NullMarked;
