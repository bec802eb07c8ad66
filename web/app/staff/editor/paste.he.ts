/** What is said of a paste. */
export const pasteText = {
  title: 'מה לא הודבק',
  missing: {
    pictures: { one: 'תמונה אחת', two: '2 תמונות', other: '# תמונות' },
    videos: { one: 'סרטון אחד', two: '2 סרטונים', other: '# סרטונים' },
    deletions: {
      one: 'קטע אחד שנמחק במעקב שינויים',
      two: '2 קטעים שנמחקו במעקב שינויים',
      other: '# קטעים שנמחקו במעקב שינויים',
    },
    comments: { one: 'הערה אחת של עורכים', two: '2 הערות של עורכים', other: '# הערות של עורכים' },
  },
  hint: 'תמונה אפשר לגרור לכאן או להדביק לבדה, והיא עולה לספרייה.',
  close: 'הבנתי',
} as const
