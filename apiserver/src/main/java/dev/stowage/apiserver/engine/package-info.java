/// Get, list, watch, create, update, patch and delete over any resource.
@NullMarked
package dev.stowage.apiserver.engine;

import org.jspecify.annotations.NullMarked;
