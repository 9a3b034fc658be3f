/// Events on objects, written in the background.
@NullMarked
package dev.stowage.kube.events;

import org.jspecify.annotations.NullMarked;
