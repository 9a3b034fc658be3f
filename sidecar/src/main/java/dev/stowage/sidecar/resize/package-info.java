/// The external resizer: volumes grow when their claims ask for more.
@NullMarked
package dev.stowage.sidecar.resize;

import org.jspecify.annotations.NullMarked;
