/** Lets the temporary files of tests lie in memory where there is room; gives the folder, or nothing. */
export function useTestFolder(memory?: string): string | undefined
