/// Questions about what somebody may do; they are answered, not kept.
@NullMarked
package dev.stowage.apiserver.registry.authorization;

import org.jspecify.annotations.NullMarked;
