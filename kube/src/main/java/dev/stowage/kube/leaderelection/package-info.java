/// Leader election with leases.
@NullMarked
package dev.stowage.kube.leaderelection;

import org.jspecify.annotations.NullMarked;
