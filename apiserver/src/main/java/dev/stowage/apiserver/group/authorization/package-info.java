/// Questions about what somebody may do; they are answered, not kept.
@NullMarked
package dev.stowage.apiserver.group.authorization;

import org.jspecify.annotations.NullMarked;
