package dev.stowage.driver.mounter;

import java.util.List;

/// The main class of a test's process: `./stowage mounter` without the command line around it.
final class MounterMain {

    private MounterMain() {}

    public static void main(String[] args) throws Exception {
        System.exit(MounterProgram.run(List.of(args)));
    }
}
