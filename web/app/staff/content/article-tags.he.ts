/** The tags of an article, as staff write them. */
export const articleTagsText = {
  known: 'תגיות שכבר בשימוש',
  remove: (tag: string) => `להסיר את התגית ${tag}`,
  added: (tag: string) => `נוספה התגית ${tag}`,
  removed: (tag: string) => `הוסרה התגית ${tag}`,
  refused: (tag: string) => `התגית ${tag} לא נוספה: היא כבר כאן, יש כבר עשר, או שהיא ארוכה מ־30 תווים`,
} as const
