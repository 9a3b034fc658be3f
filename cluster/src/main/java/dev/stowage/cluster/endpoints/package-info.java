/// The addresses of Services: Endpoints and EndpointSlices.
@NullMarked
package dev.stowage.cluster.endpoints;

import org.jspecify.annotations.NullMarked;
