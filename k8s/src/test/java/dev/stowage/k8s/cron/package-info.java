@NullMarked
package dev.stowage.k8s.cron;

import org.jspecify.annotations.NullMarked;
