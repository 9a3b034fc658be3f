/// Token reviews and self reviews: they are answered and not stored.
@NullMarked
package dev.stowage.apiserver.registry.authentication;

import org.jspecify.annotations.NullMarked;
