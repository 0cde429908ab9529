package io.onlyonce.broken;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Faults share nothing: the frame knows no business, the business no variant, and one variant's package not another's. */
@AnalyzeClasses(packages = "io.onlyonce.broken", importOptions = ArrowsTest.MainClasses.class)
class ArrowsTest {
    private static final String[] VARIANTS = {
        "..orders..", "..tokens..", "..stock..", "..states..", "..callbacks..", "..messages..", "..right.."
    };

    @ArchTest
    static final ArchRule FRAME_KNOWS_NO_BUSINESS = noClasses()
            .that()
            .resideInAPackage("..frame..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..shop..");

    @ArchTest
    static final ArchRule BUSINESS_KNOWS_NO_VARIANT = noClasses()
            .that()
            .resideInAnyPackage("..frame..", "..shop..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(VARIANTS);

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.onlyonce.broken.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_RIGHT_SERVICES_USE_ONLYONCE = noClasses()
            .that()
            .resideOutsideOfPackage("..right..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.onlyonce", "io.onlyonce.jdbc..", "io.onlyonce.redis..", "io.onlyonce.record..");

    @ArchTest
    static final ArchRule NOTHING_IS_PRINTED = noClasses().should(ACCESS_STANDARD_STREAMS);

    /** Quick builds have another folder. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }
}
