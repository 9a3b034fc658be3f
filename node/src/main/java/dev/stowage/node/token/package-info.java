/// Service account tokens, for pods and for their drivers.
@NullMarked
package dev.stowage.node.token;

import org.jspecify.annotations.NullMarked;
