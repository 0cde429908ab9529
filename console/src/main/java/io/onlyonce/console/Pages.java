package io.onlyonce.console;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerResponse;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Makes pages of templates. The engine is the console's own, so the application's Thymeleaf, if it has one, does not know of it. Thread-safe. */
final class Pages {
    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final String FOLDER = "io/onlyonce/console/";

    private final SpringTemplateEngine engine = new SpringTemplateEngine();
    private final BooleanSupplier letters;
    private final BooleanSupplier sagas;

    /**
     * @param letters whether there are consumers whose dead letters can be looked at
     * @param sagas whether there are sagas that can be looked at
     */
    Pages(BooleanSupplier letters, BooleanSupplier sagas) {
        this.letters = letters;
        this.sagas = sagas;
        ClassLoaderTemplateResolver templates = new ClassLoaderTemplateResolver(Pages.class.getClassLoader());
        templates.setPrefix(FOLDER + "pages/");
        templates.setSuffix(".html");
        templates.setTemplateMode(TemplateMode.HTML);
        templates.setCharacterEncoding(StandardCharsets.UTF_8.name());
        engine.setTemplateResolver(templates);
        engine.setTemplateEngineMessageSource(texts());
    }

    /** What the pages say. */
    static ResourceBundleMessageSource texts() {
        ResourceBundleMessageSource texts = new ResourceBundleMessageSource();
        texts.setBundleClassLoader(Pages.class.getClassLoader());
        texts.setBasename(FOLDER + "texts");
        texts.setDefaultEncoding(StandardCharsets.UTF_8.name());
        texts.setFallbackToSystemLocale(false);
        return texts;
    }

    /** A page. */
    ServerResponse page(Visit visit, String template, Map<String, ?> model) {
        return page(visit, HttpStatus.OK, template, model);
    }

    /** A page, and how it went. */
    ServerResponse page(Visit visit, HttpStatus status, String template, Map<String, ?> model) {
        Map<String, Object> all = new HashMap<>(model);
        all.put("visit", visit);
        all.put("template", template);
        all.put("letters", letters.getAsBoolean());
        all.put("knowsSagas", sagas.getAsBoolean());
        byte[] html =
                engine.process(template, new Context(visit.language(), all)).getBytes(StandardCharsets.UTF_8);
        ServerResponse.BodyBuilder answer = Answers.of(status).contentType(HTML);
        visit.cookies().forEach(answer::cookie);
        return Answers.bytes(answer, html);
    }

    /** Why there is no page. */
    ServerResponse trouble(Visit visit, Trouble trouble) {
        return page(
                visit,
                trouble.status(),
                "trouble",
                Map.of("text", trouble.text(), "status", trouble.status().value()));
    }
}
