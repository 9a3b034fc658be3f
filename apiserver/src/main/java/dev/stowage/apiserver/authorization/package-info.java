/// Whether a user may do what a request does: attributes and decisions.
@NullMarked
package dev.stowage.apiserver.authorization;

import org.jspecify.annotations.NullMarked;
