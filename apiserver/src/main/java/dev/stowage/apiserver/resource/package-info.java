/// What the server serves: one descriptor for each resource.
@NullMarked
package dev.stowage.apiserver.resource;

import org.jspecify.annotations.NullMarked;
