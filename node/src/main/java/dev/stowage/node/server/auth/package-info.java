/// Authentication and authorization of clients.
@NullMarked
package dev.stowage.node.server.auth;

import org.jspecify.annotations.NullMarked;
