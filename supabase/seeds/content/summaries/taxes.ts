/** A summary for every lesson, under course/lesson. */
export const taxesSummaries: Record<string, string> = {
  'payslip/gross-to-net': 'שלוש קבוצות של ניכויים, וסדר הקריאה.',
  'payslip/brackets': 'למה העלאה בשכר לא מורידה את הנטו בגלל מדרגה.',
  'payslip/credit-points': 'הנחה בשקלים מהמס עצמו, לא מההכנסה.',
  'payslip/social-deductions': 'ניכויים שאינם מס הכנסה, ומה מקבלים תמורתם.',
  'payslip/yearly-check': 'מתי יכול להגיע החזר, ואילו מסמכים אוספים.',
  'tax-on-gains/what-is-gain': 'מחיר, עמלות ותאריך: מה נכנס לחשבון.',
  'tax-on-gains/real-gain': 'איך מנכים מהרווח את עליית המדד.',
  'tax-on-gains/offsetting': 'הפסד הוא גם מספר שאפשר להשתמש בו.',
  'tax-on-gains/deferral': 'מה שווה דחיית מס, בלי לשנות את שיעור המס.',
  'self-employed/first-steps': 'מי מחכה למה כשפותחים עסק.',
}
