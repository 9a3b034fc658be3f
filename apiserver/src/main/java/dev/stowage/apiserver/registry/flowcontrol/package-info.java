/// Priorities of requests. They are kept; this server has limits of its own.
@NullMarked
package dev.stowage.apiserver.registry.flowcontrol;

import org.jspecify.annotations.NullMarked;
