/// Where volumes are stored and how much may be provisioned there.
@NullMarked
package dev.stowage.driver.pool;

import org.jspecify.annotations.NullMarked;
