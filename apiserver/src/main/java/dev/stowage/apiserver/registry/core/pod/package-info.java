/// The strategy of pods and its validation.
@NullMarked
package dev.stowage.apiserver.registry.core.pod;

import org.jspecify.annotations.NullMarked;
