/** Where the consents of a student are kept in this page. */
export const consentsKey = (userId: string) => ['consents', userId] as const

/** All pages of the ledger of a student. */
export const historyKey = (userId: string) => ['consent-history', userId] as const
