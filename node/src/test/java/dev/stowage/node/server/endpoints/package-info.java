@NullMarked
package dev.stowage.node.server.endpoints;

import org.jspecify.annotations.NullMarked;
