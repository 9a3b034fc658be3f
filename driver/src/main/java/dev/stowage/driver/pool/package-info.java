/// Where volumes lie and how much may be promised there.
@NullMarked
package dev.stowage.driver.pool;

import org.jspecify.annotations.NullMarked;
