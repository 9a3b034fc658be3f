package dev.stowage.driver.process;

import dev.stowage.driver.LocalProgram;
import java.util.List;

/// The main class of a test's process: `./stowage driver` without the command line around it.
final class LocalDriverMain {

    private LocalDriverMain() {}

    public static void main(String[] args) throws Exception {
        System.exit(LocalProgram.run(List.of(args)));
    }
}
