/// Events on objects, written beside the work and never in its way.
@NullMarked
package dev.stowage.kube.events;

import org.jspecify.annotations.NullMarked;
