/// Slices of endpoints.
@NullMarked
package dev.stowage.apiserver.group.discovery;

import org.jspecify.annotations.NullMarked;
