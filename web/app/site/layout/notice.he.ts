/** A notice on every page; its chunk comes only where there is one. */
export const noticeText = { label: 'הודעה מהאקדמיה' } as const
