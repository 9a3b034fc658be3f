/// Events on objects, written beside the work and never in its way.
@NullMarked
package dev.stowage.kube.event;

import org.jspecify.annotations.NullMarked;
