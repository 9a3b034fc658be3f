/// JSON patch, JSON merge patch and strategic merge patch: a change, and an object that it is made to.
@NullMarked
package dev.stowage.apiserver.patch;

import org.jspecify.annotations.NullMarked;
