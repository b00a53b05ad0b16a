package dev.tlsbench.jmh.report;

import java.util.Map;

/**
 * Something that was asked for and not measured, since an implementation lacks it.
 *
 * @param benchmark the qualified name of the benchmark method
 * @param parameters the value of each of its parameters
 * @param reason such as {@code not offered by conscrypt: TLS_RSA_WITH_AES_128_CBC_SHA}
 */
public record Absence(String benchmark, Map<String, String> parameters, String reason) {}
