/// Flow schemas and priority levels. They are stored only: this server has its own limits.
@NullMarked
package dev.stowage.apiserver.registry.flowcontrol;

import org.jspecify.annotations.NullMarked;
