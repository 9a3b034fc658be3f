/// Tests of the steps between a client and a resource.
@NullMarked
package dev.stowage.apiserver.admission;

import org.jspecify.annotations.NullMarked;
