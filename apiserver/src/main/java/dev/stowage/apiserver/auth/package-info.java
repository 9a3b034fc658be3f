/// Who asks, and what they may do.
@NullMarked
package dev.stowage.apiserver.auth;

import org.jspecify.annotations.NullMarked;
