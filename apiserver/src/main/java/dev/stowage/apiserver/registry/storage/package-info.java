/// Classes of storage, drivers, and what is attached where.
@NullMarked
package dev.stowage.apiserver.registry.storage;

import org.jspecify.annotations.NullMarked;
