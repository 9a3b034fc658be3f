/// Who asks, and whether they may.
@NullMarked
package dev.stowage.node.server.auth;

import org.jspecify.annotations.NullMarked;
