/// Access reviews: they are answered and not stored.
@NullMarked
package dev.stowage.apiserver.registry.authorization;

import org.jspecify.annotations.NullMarked;
