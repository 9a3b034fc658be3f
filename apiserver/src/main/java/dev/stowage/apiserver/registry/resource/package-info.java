/// ResourceClaims and devices.
@NullMarked
package dev.stowage.apiserver.registry.resource;

import org.jspecify.annotations.NullMarked;
