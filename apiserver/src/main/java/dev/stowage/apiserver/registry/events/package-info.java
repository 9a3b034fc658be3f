/// Events of the group `events.k8s.io`; they are stored in the form of the core group.
@NullMarked
package dev.stowage.apiserver.registry.events;

import org.jspecify.annotations.NullMarked;
