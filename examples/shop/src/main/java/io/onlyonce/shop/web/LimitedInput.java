package io.onlyonce.shop.web;

import io.onlyonce.shop.Problems;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/** A body that ends with a problem once more than a number of bytes were read. */
final class LimitedInput extends ServletInputStream {
    private final ServletInputStream body;
    private long left;

    LimitedInput(ServletInputStream body, long limit) {
        this.body = body;
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        int one = body.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = body.read(buffer, offset, length);
        count(Math.max(read, 0));
        return read;
    }

    private void count(int read) {
        left -= read;
        if (left < 0) {
            throw Problems.payloadTooLarge();
        }
    }

    @Override
    public boolean isFinished() {
        return body.isFinished();
    }

    @Override
    public boolean isReady() {
        return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
        body.setReadListener(listener);
    }
}
