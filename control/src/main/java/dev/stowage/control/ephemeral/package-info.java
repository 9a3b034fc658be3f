/// Generic ephemeral volumes: creates the claims that live as long as their pod.
@NullMarked
package dev.stowage.control.ephemeral;

import org.jspecify.annotations.NullMarked;
