package io.onlyonce.shop;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/**
 * Which module may know which: everything knows the core, the core knows nothing, stores and edges never meet, only the
 * starter, the console and the shop know Spring. It stands here because the shop alone sees all modules.
 */
@AnalyzeClasses(packages = "io.onlyonce", importOptions = ArrowsTest.MainClasses.class)
class ArrowsTest {

    private static final String JSON = "io.onlyonce.json..";
    private static final String JDBC = "io.onlyonce.jdbc..";
    private static final String CAFFEINE = "io.onlyonce.caffeine..";
    private static final String REDIS = "io.onlyonce.redis..";
    private static final String REDISSON = "io.onlyonce.redisson..";
    private static final String SHARDINGSPHERE = "io.onlyonce.shardingsphere..";
    private static final String ZOOKEEPER = "io.onlyonce.zookeeper..";
    private static final String HTTP = "io.onlyonce.http..";
    private static final String CALLBACK = "io.onlyonce.callback..";
    private static final String MESSAGING = "io.onlyonce.messaging..";
    private static final String SEATA = "io.onlyonce.seata..";
    private static final String SPRING = "io.onlyonce.spring..";
    private static final String CONSOLE = "io.onlyonce.console..";
    private static final String TESTKIT = "io.onlyonce.testkit..";
    private static final String SIMULATOR = "io.onlyonce.simulator..";
    private static final String SHOP = "io.onlyonce.shop..";
    private static final String VERIFY = "io.onlyonce.verify..";

    private static final String[] PROVIDERS = {
        "io.onlyonce.callback.standard..",
        "io.onlyonce.callback.stripe..",
        "io.onlyonce.callback.wechatpay..",
        "io.onlyonce.callback.alipay.."
    };

    /** All modules but the core. */
    private static final List<String> MODULES = List.of(
            JSON,
            JDBC,
            CAFFEINE,
            REDIS,
            REDISSON,
            SHARDINGSPHERE,
            ZOOKEEPER,
            HTTP,
            CALLBACK,
            MESSAGING,
            SEATA,
            SPRING,
            CONSOLE,
            TESTKIT,
            SIMULATOR,
            SHOP,
            VERIFY);

    /** Whatever is not named above, so that a new module that nobody named here is held to the core's rules. */
    private static final DescribedPredicate<JavaClass> CORE = resideInAPackage("io.onlyonce..")
            .and(not(resideInAnyPackage(MODULES.toArray(String[]::new))))
            .as("core");

    @ArchTest
    static final ArchRule CORE_DEPENDS_ON_NOTHING = classes()
            .that(CORE)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "javax.crypto..", "org.jspecify..", "org.slf4j..")
                    .or(CORE)
                    .as("are in the JDK, JSpecify, SLF4J or the core itself"));

    @ArchTest
    static final ArchRule NO_CYCLES_IN_THE_CORE = slices().matching("io.onlyonce.(*)..")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(resideInAPackage("io.onlyonce.."), resideInAPackage("io.onlyonce.error.."))
            .because("one package of the core is read after the other; all of them may throw the errors,"
                    + " whose texts stand in one place and name the records they are about");

    @ArchTest
    static final ArchRule JSON_KNOWS_ONLY_THE_CORE = knowsOnly(JSON);

    @ArchTest
    static final ArchRule JDBC_KNOWS_ONLY_THE_CORE = knowsOnly(JDBC);

    @ArchTest
    static final ArchRule CAFFEINE_KNOWS_ONLY_THE_CORE = knowsOnly(CAFFEINE);

    @ArchTest
    static final ArchRule REDIS_KNOWS_ONLY_THE_CORE = knowsOnly(REDIS);

    @ArchTest
    static final ArchRule REDISSON_KNOWS_ONLY_THE_CORE = knowsOnly(REDISSON);

    @ArchTest
    static final ArchRule SHARDINGSPHERE_KNOWS_CORE_AND_JDBC = knowsOnly(SHARDINGSPHERE, JDBC);

    @ArchTest
    static final ArchRule ZOOKEEPER_KNOWS_ONLY_THE_CORE = knowsOnly(ZOOKEEPER);

    @ArchTest
    static final ArchRule HTTP_KNOWS_ONLY_CORE_AND_JSON = knowsOnly(HTTP, JSON);

    @ArchTest
    static final ArchRule CALLBACK_KNOWS_ONLY_CORE_AND_JSON = knowsOnly(CALLBACK, JSON);

    @ArchTest
    static final ArchRule MESSAGING_KNOWS_ONLY_THE_CORE = knowsOnly(MESSAGING);

    @ArchTest
    static final ArchRule SEATA_KNOWS_ONLY_THE_CORE = knowsOnly(SEATA);

    @ArchTest
    static final ArchRule CALLBACKS_KNOW_NO_PROVIDER = noClasses()
            .that()
            .resideInAnyPackage("io.onlyonce.callback", "io.onlyonce.callback.servlet", "io.onlyonce.callback.provider")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PROVIDERS);

    @ArchTest
    static final ArchRule PROVIDERS_DO_NOT_KNOW_EACH_OTHER = slices().matching("io.onlyonce.callback.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(resideInAnyPackage(PROVIDERS), resideInAPackage("io.onlyonce.callback.provider.."));

    @ArchTest
    static final ArchRule TESTKIT_KNOWS_ONLY_CORE_AND_CALLBACK = knowsOnly(TESTKIT, CALLBACK);

    @ArchTest
    static final ArchRule SPRING_KNOWS_NEITHER_TESTKIT_NOR_SHOP =
            knowsOnly(SPRING, JSON, JDBC, CAFFEINE, REDIS, REDISSON, ZOOKEEPER, HTTP, CALLBACK, MESSAGING);

    @ArchTest
    static final ArchRule CONSOLE_KNOWS_ONLY_STARTER_AND_MESSAGING = knowsOnly(CONSOLE, SPRING, MESSAGING);

    @ArchTest
    static final ArchRule SIMULATOR_KNOWS_NOTHING_OF_ONLYONCE = noClasses()
            .that()
            .resideInAPackage(SIMULATOR)
            .should()
            .dependOnClassesThat(resideInAPackage("io.onlyonce..").and(not(resideInAPackage(SIMULATOR))))
            .because("the providers' side must not share a mistake with ours");

    @ArchTest
    static final ArchRule VERIFIER_KNOWS_NOTHING_OF_ONLYONCE = noClasses()
            .that()
            .resideInAPackage(VERIFY)
            .should()
            .dependOnClassesThat(resideInAPackage("io.onlyonce..").and(not(resideInAPackage(VERIFY))))
            .because("a judge must not share a mistake with the judged, and any HTTP service can be judged");

    @ArchTest
    static final ArchRule NOTHING_DEPENDS_ON_THE_VERIFIER = noClasses()
            .that(not(resideInAPackage(VERIFY)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(VERIFY);

    @ArchTest
    static final ArchRule ONLY_THE_SHOP_KNOWS_THE_SIMULATOR = noClasses()
            .that(not(resideInAnyPackage(SIMULATOR, SHOP)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SIMULATOR);

    @ArchTest
    static final ArchRule SHOP_DOES_NOT_SHIP_THE_TESTKIT = knowsOnly(
            SHOP, JSON, JDBC, CAFFEINE, REDIS, REDISSON, ZOOKEEPER, HTTP, CALLBACK, MESSAGING, SPRING, CONSOLE,
            SIMULATOR);

    @ArchTest
    static final ArchRule ONLY_STARTER_CONSOLE_AND_SHOP_KNOW_SPRING = noClasses()
            .that(not(resideInAnyPackage(SPRING, CONSOLE, SHOP)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule LIBRARIES_LOG_AND_DO_NOT_PRINT =
            noClasses().that(not(resideInAPackage(SHOP))).should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static void every_package_is_null_marked(JavaClasses classes) {
        List<String> unmarked = classes.getPackage("io.onlyonce").getSubpackagesInTree().stream()
                .filter(p -> !p.getClasses().isEmpty())
                .filter(p -> !p.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .sorted()
                .toList();
        assertThat(unmarked)
                .as("packages without @NullMarked in their package-info.java")
                .isEmpty();
    }

    @ArchTest
    static void all_modules_are_looked_at(JavaClasses classes) {
        assertThat(List.of(
                        "io.onlyonce",
                        "io.onlyonce.json",
                        "io.onlyonce.jdbc",
                        "io.onlyonce.caffeine",
                        "io.onlyonce.redis",
                        "io.onlyonce.redisson",
                        "io.onlyonce.shardingsphere",
                        "io.onlyonce.zookeeper",
                        "io.onlyonce.http",
                        "io.onlyonce.callback",
                        "io.onlyonce.callback.standard",
                        "io.onlyonce.messaging",
                        "io.onlyonce.seata",
                        "io.onlyonce.spring",
                        "io.onlyonce.console",
                        "io.onlyonce.testkit",
                        "io.onlyonce.simulator",
                        "io.onlyonce.shop",
                        "io.onlyonce.verify.check",
                        "io.onlyonce.verify.junit"))
                .allMatch(classes::containPackage);
    }

    /** Besides itself and the core. */
    private static ArchRule knowsOnly(String module, String... others) {
        List<String> known = new ArrayList<>(List.of(others));
        known.add(module);
        return noClasses()
                .that()
                .resideInAPackage(module)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        MODULES.stream().filter(other -> !known.contains(other)).toArray(String[]::new));
    }

    /** ArchUnit's own option knows only {@code target/test-classes}; a quick build's folder is another. */
    static final class MainClasses implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }
}
