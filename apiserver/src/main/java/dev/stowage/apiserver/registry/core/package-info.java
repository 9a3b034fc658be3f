/// The resources of the core group.
@NullMarked
package dev.stowage.apiserver.registry.core;

import org.jspecify.annotations.NullMarked;
