/// The built-in resources, and what their groups share.
@NullMarked
package dev.stowage.apiserver.group;

import org.jspecify.annotations.NullMarked;
