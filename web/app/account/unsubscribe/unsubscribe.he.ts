/** The page that the way out of a marketing mail leads to. */
export const unsubscribeText = {
  title: 'הפסקת דיוור',
  titles: {
    subscribed: 'להפסיק לקבל דיוור?',
    unsubscribed: 'הדיוור הופסק',
    unknown: 'הקישור אינו מוכר',
    failed: 'להפסיק לקבל דיוור?',
  },
  mailsGoTo: 'עדכונים על קורסים ותכנים חדשים נשלחים לכתובת',
  onePress: 'לחיצה אחת מפסיקה אותם, בלי להיכנס לחשבון.',
  stop: 'להפסיק את הדיוור',
  noMoreTo: 'לא יישלחו עוד עדכונים לכתובת',
  accountMails: 'הודעות על החשבון עצמו, כמו קישור כניסה, ימשיכו להגיע.',
  subscribeAgain: 'טעות? לחזור ולקבל דיוור',
  returnElsewhere: 'מי שרוצה לחזור ולקבל אותם מסמן זאת',
  privacyPage: 'בעמוד הפרטיות שבפרופיל',
  unknown: 'אולי הוא נקטע בדרך, ואולי החשבון כבר נמחק. אפשר להפסיק את הדיוור בעמוד הפרטיות שבפרופיל, או לכתוב לנו.',
  toPrivacyPage: 'לעמוד הפרטיות',
  contact: 'יצירת קשר',
  failed: 'לא הצלחנו לשמור את הבחירה. אפשר ללחוץ שוב.',
} as const
