/// One list of scenarios for our volume controllers and for those of Kubernetes, on a real cluster with a
/// real kubelet: the objects that are left at the end must be the same.
@NullMarked
package dev.stowage.interop.control;

import org.jspecify.annotations.NullMarked;
