/// API discovery: the resources that a server has.
@NullMarked
package dev.stowage.cluster.discovery;

import org.jspecify.annotations.NullMarked;
