/// Which server serves which group.
@NullMarked
package dev.stowage.apiserver.registry.apiregistration;

import org.jspecify.annotations.NullMarked;
