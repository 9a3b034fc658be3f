package dev.stowage.kube.controller;

import dev.stowage.kube.manager.ControllerRole;

/// A controller of `stowage control`. All of them share one lease, unless one has to exclude an upstream
/// program of the same kind.
public interface Controller extends ControllerRole {

    @Override
    default String leaseName() {
        return "stowage-control";
    }
}
