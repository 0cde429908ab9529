package io.onlyonce.json;

import java.math.BigInteger;

/**
 * A JSON number as its exact decimal value: significant digits and a power of ten, written one way only. {@code 10}, {@code 1.0e1} and {@code 10.00}
 * are one number, {@code 9007199254740993} and {@code 9007199254740992} are two. Works on the digits as text: nothing is rounded, and nothing is
 * expanded, so {@code 1e999999999} costs as much as {@code 1e9}.
 */
final class ExactDecimal {
    /**
     * Adds a number to a code: {@code -}, the digits without leading and trailing zeros, {@code e} and the power of ten unless that is 0. Both zeros
     * are {@code 0}.
     *
     * @param chars holds a number by JSON's grammar from {@code from} to {@code to}
     */
    static void put(CodeBuffer code, char[] chars, int from, int to) {
        int exponentMark = from;
        int point = -1;
        int first = -1;
        int last = -1;
        for (; exponentMark < to && chars[exponentMark] != 'e' && chars[exponentMark] != 'E'; exponentMark++) {
            char c = chars[exponentMark];
            if (c == '.') {
                point = exponentMark;
            } else if (c > '0' && c <= '9') {
                first = first < 0 ? exponentMark : first;
                last = exponentMark;
            }
        }
        if (first < 0) {
            code.put('0');
            return;
        }
        if (chars[from] == '-') {
            code.put('-');
        }
        for (int i = first; i <= last; i++) {
            if (i != point) {
                code.put(chars[i]);
            }
        }
        putExponent(code, powerOfLastDigit(last, point < 0 ? exponentMark : point), chars, exponentMark, to);
    }

    private static int powerOfLastDigit(int last, int point) {
        return last < point ? point - last - 1 : point - last;
    }

    private static void putExponent(CodeBuffer code, int power, char[] chars, int exponentMark, int to) {
        if (exponentMark < to) {
            int signed = chars[exponentMark + 1] == '+' ? exponentMark + 2 : exponentMark + 1;
            BigInteger sum = new BigInteger(new String(chars, signed, to - signed)).add(BigInteger.valueOf(power));
            if (sum.signum() != 0) {
                code.put('e').putAscii(sum.toString());
            }
        } else if (power != 0) {
            code.put('e').putAscii(Integer.toString(power));
        }
    }

    private ExactDecimal() {}
}
