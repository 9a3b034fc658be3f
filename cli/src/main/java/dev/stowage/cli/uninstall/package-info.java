/// What prevents uninstalling a driver.
@NullMarked
package dev.stowage.cli.uninstall;

import org.jspecify.annotations.NullMarked;
