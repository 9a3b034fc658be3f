/// What a server has to offer.
@NullMarked
package dev.stowage.cluster.discovery;

import org.jspecify.annotations.NullMarked;
