package io.onlyonce.benchmarks.peers;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;

/** What an application says so that a peer's aspect gets around its methods. */
@Configuration(proxyBeanMethods = false)
@EnableAspectJAutoProxy(proxyTargetClass = true)
class Aspects {}
