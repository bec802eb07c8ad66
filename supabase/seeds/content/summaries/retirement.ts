/** A summary for every lesson, under course/lesson. */
export const retirementSummaries: Record<string, string> = {
  'plain-pension/three-parts': 'עובד, מעסיק ופיצויים: מאיפה מגיע הכסף.',
  'plain-pension/products': 'קרן פנסיה, ביטוח מנהלים וקופת גמל זה לצד זה.',
  'plain-pension/conversion-factor': 'המספר שהופך סכום לקצבה חודשית.',
  'plain-pension/fees': 'אחוז מהפקדה ואחוז מצבירה, והתקרות שבתקנות.',
  'plain-pension/tracks': 'מה מסתתר מאחורי השם של המסלול.',
  'plain-pension/yearly-report': 'חמש שורות שכדאי לבדוק, לפי הסדר.',
  'study-fund/what-is-it': 'חיסכון דרך המעסיק, חיסכון עצמאי, ומה מיוחד בכל אחד.',
  'study-fund/liquidity': 'ותק נספר מההפקדה הראשונה, ומה זה אומר.',
  'study-fund/moving': 'ניוד הוא לא משיכה. מה בודקים לפני ואחרי.',
  'study-fund/loan-or-withdraw': 'חשבון של שתי שורות לפני שנוגעים בחיסכון.',
  'study-fund/child-savings': 'איך סכום קבוע וקטן מצטבר במשך שמונה עשרה שנים.',
  'planning-retirement/replacement-rate': 'איזה חלק מהשכר יישאר כהכנסה.',
  'planning-retirement/the-gap': 'מפער חודשי לסכום, ומסכום להפקדה.',
  'planning-retirement/lump-or-annuity': 'מה מקבלים ועל מה מוותרים בכל דרך.',
  'planning-retirement/longevity': 'הסיכון שהכסף ייגמר לפנינו.',
  'planning-retirement/order-of-returns': 'למה שנה רעה בתחילת הפרישה שונה משנה רעה בסופה.',
}
