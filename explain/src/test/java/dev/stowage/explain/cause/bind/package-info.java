/// Words of provisioners.
@NullMarked
package dev.stowage.explain.cause.bind;

import org.jspecify.annotations.NullMarked;
