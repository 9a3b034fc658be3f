/// Tokens of service accounts: made, signed, and believed only while what they are bound to is there.
@NullMarked
package dev.stowage.apiserver.authentication;

import org.jspecify.annotations.NullMarked;
