/** The area of one's own account: its pages and what they share. */
export const accountText = {
  navigation: 'הפרופיל שלי',
  details: 'פרטים אישיים',
  security: 'אבטחה',
  privacy: 'פרטיות',
} as const

/** A short code, mailed or of an authenticator app, typed in place. */
export const codeText = {
  mailLabel: 'קוד מהאימייל',
  appLabel: 'קוד מאפליקציית האימות',
  appHint: 'שש הספרות שהאפליקציה מציגה עכשיו. הן מתחלפות כל 30 שניות.',
  submit: 'אישור',
  checking: 'בודקים...',
  mailWrong: 'הקוד אינו נכון או שפג תוקפו. אפשר לבדוק שוב או לבקש אימייל חדש.',
  appWrong: 'הקוד אינו נכון. מקלידים את הקוד שמופיע עכשיו באפליקציה.',
  recoveryLabel: 'קוד גיבוי',
  recoveryHint: 'אחד מעשרת הקודים ששמרתם כשחיברתם את האפליקציה. כל קוד עובד פעם אחת.',
  recoveryWrong: 'הקוד אינו נכון, או שכבר השתמשו בו. אפשר לבדוק שוב או לקחת קוד אחר מהרשימה.',
  withoutPhone: 'אין לי את הטלפון',
  withPhone: 'יש לי קוד מהאפליקציה',
  resend: 'לשלוח קוד חדש',
} as const

/** The question whether it is really the owner who is at the screen. */
export const freshSignInText = {
  title: 'רק מוודאים שזה אתם',
  lead: 'הפעולה הזו רגישה, ועברו יותר מעשר דקות מאז שאישרתם בפעם האחרונה שזה אתם.',
  mailSending: 'שולחים קוד לכתובת',
  mailSent: 'שלחנו קוד בן שש ספרות לכתובת',
  mailHint: 'מקלידים את הקוד כאן. אין צורך לפתוח את הקישור שבאימייל.',
  mailFailed: 'לא הצלחנו לשלוח את הקוד.',
  retry: 'לנסות שוב',
  cancel: 'ביטול',
} as const
