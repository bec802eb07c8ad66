/** Letters as people and the database count them, without the spaces around. */
export const letterCount = (text: string): number => [...text.trim()].length
