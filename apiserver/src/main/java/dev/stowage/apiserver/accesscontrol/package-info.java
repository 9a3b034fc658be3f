/// Who asks, and what they may do.
@NullMarked
package dev.stowage.apiserver.accesscontrol;

import org.jspecify.annotations.NullMarked;
