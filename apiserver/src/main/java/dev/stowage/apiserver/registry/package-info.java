/// The built-in resources, and what their groups share.
@NullMarked
package dev.stowage.apiserver.registry;

import org.jspecify.annotations.NullMarked;
