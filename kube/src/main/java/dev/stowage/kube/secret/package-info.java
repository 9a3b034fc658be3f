/// Where secrets are: what classes say about it, in the templates that are all over the world.
@NullMarked
package dev.stowage.kube.secret;

import org.jspecify.annotations.NullMarked;
