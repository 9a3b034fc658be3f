package dev.stowage.driver.transfer;

import java.nio.file.Path;

/// What a volume must have, wherever it is.
interface TransferContent {

    /// Changes a part of it.
    void scribble(Path target, int amount) throws Exception;

    void mustBe(Path target) throws Exception;
}
