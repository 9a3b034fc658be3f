/// Messages of provisioners.
@NullMarked
package dev.stowage.explain.cause.binding;

import org.jspecify.annotations.NullMarked;
