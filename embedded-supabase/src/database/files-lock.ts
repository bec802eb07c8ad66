/** Key of the advisory lock that a backup shares while it copies; who deletes files by their rows tries it for itself. */
export const FILES_LOCK = `hashtextextended('stored files that a backup copies', 0)`
