package dev.stowage.dist.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/// The compiled classes of all modules, without tests. Reading them takes seconds, so all tests share one copy.
public final class StowageClasses {

    public static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.stowage");

    private StowageClasses() {}

    /// Protobuf's compiler names its classes after the messages.
    public static boolean isGenerated(JavaClass type) {
        return type.getPackageName().endsWith(".v1");
    }
}
