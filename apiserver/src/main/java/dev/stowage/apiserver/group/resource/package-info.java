/// Devices and claims of them.
@NullMarked
package dev.stowage.apiserver.group.resource;

import org.jspecify.annotations.NullMarked;
