/// The external resizer: volumes grow when their claims ask for more.
@NullMarked
package dev.stowage.sidecar.resizer;

import org.jspecify.annotations.NullMarked;
