package io.onlyonce.console;

import io.onlyonce.spring.autoconfigure.OnlyOnceAutoConfiguration;
import io.onlyonce.spring.desk.DeadLetterDesk;
import io.onlyonce.spring.desk.Desk;
import io.onlyonce.spring.desk.SagaDesk;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** The console, if it is switched on. It brings its own templates, texts and files, and touches nothing of the application's. */
@AutoConfiguration(after = OnlyOnceAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty("onlyonce.console.enabled")
@ConditionalOnBean(Desk.class)
@EnableConfigurationProperties(ConsoleProperties.class)
public class ConsoleAutoConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ConsoleAutoConfiguration.class);

    @Bean
    RouterFunction<ServerResponse> onlyOnceConsole(
            Desk desk,
            ObjectProvider<DeadLetterDesk> letters,
            ObjectProvider<SagaDesk> sagas,
            ObjectProvider<ConsoleList> lists,
            ConsoleProperties properties) {
        if (properties.unprotected()) {
            log.warn(ConsoleTexts.unprotected(properties.path()));
        }
        Pages pages = new Pages(
                () -> letters.stream().anyMatch(each -> !each.readings().isEmpty()),
                () -> sagas.stream().findAny().isPresent());
        SagaPages sagaPages = new SagaPages(sagas, pages);
        return Routes.of(
                properties.path(),
                new Gate(properties, pages),
                new OverviewPage(desk, sagaPages, lists, InstantSource.system(), pages),
                new SearchPage(desk, pages),
                new RecordPage(desk, pages),
                new SettlePages(desk, pages),
                new DeadLetterPages(letters, pages),
                sagaPages,
                new Assets());
    }
}
