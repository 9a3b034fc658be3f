/// Get, list, watch, create, update, patch and delete for any resource.
@NullMarked
package dev.stowage.apiserver.registry.generic;

import org.jspecify.annotations.NullMarked;
