/// Project quotas of xfs and ext4: limits for directory trees.
@NullMarked
package dev.stowage.linux.quota;

import org.jspecify.annotations.NullMarked;
