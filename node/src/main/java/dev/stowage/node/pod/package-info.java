/// What the API says of a pod, as whoever runs it reads it.
@NullMarked
package dev.stowage.node.pod;

import org.jspecify.annotations.NullMarked;
