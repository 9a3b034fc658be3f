/// Who a client is: certificates, static tokens, and service account tokens with the objects they are bound to.
@NullMarked
package dev.stowage.apiserver.authentication;

import org.jspecify.annotations.NullMarked;
