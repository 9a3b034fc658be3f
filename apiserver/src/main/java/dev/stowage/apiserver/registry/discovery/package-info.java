/// EndpointSlices.
@NullMarked
package dev.stowage.apiserver.registry.discovery;

import org.jspecify.annotations.NullMarked;
