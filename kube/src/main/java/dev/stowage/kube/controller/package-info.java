/// What controllers do to a cluster: decided as values, carried out elsewhere.
@NullMarked
package dev.stowage.kube.controller;

import org.jspecify.annotations.NullMarked;
