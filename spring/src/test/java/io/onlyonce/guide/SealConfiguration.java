package io.onlyonce.guide;

import io.onlyonce.seal.AesGcmSeal;
import io.onlyonce.seal.AnswerSeal;
import java.util.Base64;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SealConfiguration {
    @Bean
    AnswerSeal answerSeal(@Value("${answers.key-2026-11}") String key, @Value("${answers.key-2026-05}") String older) {
        return AesGcmSeal.sealing("2026-11", Base64.getDecoder().decode(key))
                .opening("2026-05", Base64.getDecoder().decode(older));
    }
}
