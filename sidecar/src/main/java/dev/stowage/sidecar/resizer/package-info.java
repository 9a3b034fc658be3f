/// The external resizer: expands volumes when their claims request more.
@NullMarked
package dev.stowage.sidecar.resizer;

import org.jspecify.annotations.NullMarked;
