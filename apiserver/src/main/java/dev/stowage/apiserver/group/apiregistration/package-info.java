/// Which server serves which group.
@NullMarked
package dev.stowage.apiserver.group.apiregistration;

import org.jspecify.annotations.NullMarked;
