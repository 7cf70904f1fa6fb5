/**
 * Version of the index that `compileContent` writes and `openContentIndex` reads. Increase it when the code can't read indexes of
 * earlier code. Releases with another version are compiled again and never opened.
 */
export const indexVersion = 6;
