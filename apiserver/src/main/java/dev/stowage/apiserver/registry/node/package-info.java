/// RuntimeClasses.
@NullMarked
package dev.stowage.apiserver.registry.node;

import org.jspecify.annotations.NullMarked;
