/// The resources of the core group.
@NullMarked
package dev.stowage.apiserver.group.core;

import org.jspecify.annotations.NullMarked;
