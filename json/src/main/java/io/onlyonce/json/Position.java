package io.onlyonce.json;

/** A place in a document, as an editor counts: lines and characters from 1. */
record Position(int line, int column) {
    /** The place of this byte; an offset outside of the document means its end. */
    static Position at(byte[] json, long offset) {
        int end = offset < 0 || offset > json.length ? json.length : (int) offset;
        int line = 1;
        int column = 1;
        for (int i = 0; i < end; i++) {
            byte b = json[i];
            boolean carriageReturnOfPair = b == '\r' && i + 1 < json.length && json[i + 1] == '\n';
            if (b == '\n' || (b == '\r' && !carriageReturnOfPair)) {
                line++;
                column = 1;
            } else if ((b & 0xC0) != 0x80) {
                column++;
            }
        }
        return new Position(line, column);
    }
}
