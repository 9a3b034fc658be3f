@NullMarked
package dev.stowage.driver.pool;

import org.jspecify.annotations.NullMarked;
