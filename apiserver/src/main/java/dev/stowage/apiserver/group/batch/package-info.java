/// Jobs.
@NullMarked
package dev.stowage.apiserver.group.batch;

import org.jspecify.annotations.NullMarked;
