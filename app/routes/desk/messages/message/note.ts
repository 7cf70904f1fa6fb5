export const maxNoteLength = 2000;
