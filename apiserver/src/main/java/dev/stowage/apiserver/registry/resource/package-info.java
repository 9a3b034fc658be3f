/// Devices and claims of them.
@NullMarked
package dev.stowage.apiserver.registry.resource;

import org.jspecify.annotations.NullMarked;
