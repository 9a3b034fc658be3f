/// Tokens of service accounts, for pods and for the drivers that serve them.
@NullMarked
package dev.stowage.node.token;

import org.jspecify.annotations.NullMarked;
