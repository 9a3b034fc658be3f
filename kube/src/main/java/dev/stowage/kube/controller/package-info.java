/// What controllers do to a cluster: decided as values, executed elsewhere.
@NullMarked
package dev.stowage.kube.controller;

import org.jspecify.annotations.NullMarked;
