/// PriorityClasses.
@NullMarked
package dev.stowage.apiserver.registry.scheduling;

import org.jspecify.annotations.NullMarked;
