/// Priorities of pods.
@NullMarked
package dev.stowage.apiserver.group.scheduling;

import org.jspecify.annotations.NullMarked;
