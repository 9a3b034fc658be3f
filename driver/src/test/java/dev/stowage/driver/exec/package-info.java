@NullMarked
package dev.stowage.driver.exec;

import org.jspecify.annotations.NullMarked;
