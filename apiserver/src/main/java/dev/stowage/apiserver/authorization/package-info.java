/// Whether a user may do what a request asks for: attributes, decisions and the authorizers.
@NullMarked
package dev.stowage.apiserver.authorization;

import org.jspecify.annotations.NullMarked;
