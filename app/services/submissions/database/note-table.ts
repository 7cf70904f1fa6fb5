/** Notes of the owner. They are deleted with their submission. */
export type NoteTable = { id: string; submission_id: string; text: string; created_at: number };
