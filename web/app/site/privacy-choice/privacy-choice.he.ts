/** The question about what this browser may keep ([2.2-15], [2.2-16]). */
export const privacyChoiceText = {
  title: 'מה לשמור בדפדפן שלכם',
  body: 'מה שחיוני לפעולת האתר נשמר תמיד. על השאר אתם מחליטים, ואפשר לשנות את הבחירה בכל רגע מתחתית העמוד.',
  acceptAll: 'לאשר הכול',
  rejectAll: 'רק מה שחיוני',
  customise: 'התאמה אישית',
  save: 'לשמור את הבחירה',
  back: 'חזרה',
  minimise: 'לשאול אותי אחר כך',
  cookiesPolicy: 'מדיניות העוגיות',
  privacyPolicy: 'מדיניות הפרטיות',
  always: 'תמיד פעיל',
  purposes: {
    essential: { name: 'חיוני', about: 'כניסה לחשבון, אבטחה והבחירה שלכם כאן.' },
    analytics: { name: 'מדידה', about: 'מספר אקראי לדפדפן הזה, כדי להבדיל בין ביקור ראשון לביקור חוזר.' },
    marketing: { name: 'שיווק', about: 'כרגע איננו משתמשים בסוג הזה. אם נשתמש, רק אצל מי שהסכים.' },
    preferences: { name: 'העדפות', about: 'מהירות ניגון, כתוביות, עוצמת קול והרגלים אחרים שלכם.' },
  },
} as const
