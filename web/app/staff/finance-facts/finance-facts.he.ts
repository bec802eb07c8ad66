/** Around finance facts. */
export const financeFactsText = {
  uses: 'איפה הנתון מופיע',
  usesLead: 'כשהנתון מתפרסם מחדש, הערך מתעדכן כאן מיד, גם בטיוטות.',
  usesFailed: 'הרשימה לא נטענה.',
  noUses: 'שום כתבה לא מפנה לנתון הזה.',
  shown: 'באתר',
  hidden: 'לא מפורסם',
  draftOnly: 'רק בטיוטה',
  textOnly: 'באתר, כבר לא בטיוטה',
  corrections: 'יומן התיקונים',
  correctionsLead: 'מה שהקוראים רואים בדף הנתונים.',
  noCorrections: 'הערך לא השתנה מאז שפורסם.',
  was: 'היה',
  became: 'נעשה',
  overdue: {
    one: 'נתון אחד עבר את מועד הבדיקה',
    two: '2 נתונים עברו את מועד הבדיקה',
    other: '# נתונים עברו את מועד הבדיקה',
  },
  overdueFailed: 'הנתונים לבדיקה לא נטענו.',
  checked: (checked: string, review: string) => `נבדק ב־${checked}, לבדיקה עד ${review}`,
} as const
