/// Classes of storage, drivers, and what is attached where.
@NullMarked
package dev.stowage.apiserver.group.storage;

import org.jspecify.annotations.NullMarked;
