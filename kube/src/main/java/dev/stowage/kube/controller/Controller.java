package dev.stowage.kube.controller;

import dev.stowage.kube.manager.ControllerRole;

/// A role of `stowage control`. All of them lead together, by one lease, unless one has to keep another
/// program of the
/// same kind away.
public interface Controller extends ControllerRole {

    @Override
    default String leaseName() {
        return "stowage-control";
    }
}
