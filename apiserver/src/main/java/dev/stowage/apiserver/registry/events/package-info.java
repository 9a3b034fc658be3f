/// Events in the form of their own group; they are kept in that of the core group.
@NullMarked
package dev.stowage.apiserver.registry.events;

import org.jspecify.annotations.NullMarked;
