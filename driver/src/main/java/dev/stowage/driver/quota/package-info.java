/// Project quotas: the sizes of volumes that are directories as limits of their file system.
@NullMarked
package dev.stowage.driver.quota;

import org.jspecify.annotations.NullMarked;
