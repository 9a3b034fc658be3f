/// What we keep of the objects of Kubernetes: records with the fields that somebody reads, made from JSON.
@NullMarked
package dev.stowage.kube.model;

import org.jspecify.annotations.NullMarked;
