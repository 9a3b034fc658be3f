/// Tests of the admission plugins.
@NullMarked
package dev.stowage.apiserver.admission;

import org.jspecify.annotations.NullMarked;
