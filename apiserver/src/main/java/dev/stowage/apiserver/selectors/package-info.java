/// Label and field selectors of a request.
@NullMarked
package dev.stowage.apiserver.selectors;

import org.jspecify.annotations.NullMarked;
