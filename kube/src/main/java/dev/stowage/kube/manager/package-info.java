/// A process out of roles: the flags that all of them have, what they share, who leads, how it ends.
@NullMarked
package dev.stowage.kube.manager;

import org.jspecify.annotations.NullMarked;
