/// What the built-in API groups share: columns, field checks, defaults.
@NullMarked
package dev.stowage.apiserver.registry;

import org.jspecify.annotations.NullMarked;
