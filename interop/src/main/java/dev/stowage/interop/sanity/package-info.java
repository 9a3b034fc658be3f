/// csi-sanity against our drivers.
@NullMarked
package dev.stowage.interop.sanity;

import org.jspecify.annotations.NullMarked;
