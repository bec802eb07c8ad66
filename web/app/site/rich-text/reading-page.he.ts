/** Around a text that is read. */
export const readingText = { contents: 'תוכן העניינים' } as const
