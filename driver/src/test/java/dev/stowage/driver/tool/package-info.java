@NullMarked
package dev.stowage.driver.tool;

import org.jspecify.annotations.NullMarked;
