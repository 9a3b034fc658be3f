/// What the workload controllers have in common: adoption of children, templates, revisions, status.
@NullMarked
package dev.stowage.cluster.workload;

import org.jspecify.annotations.NullMarked;
