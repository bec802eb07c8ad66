import type { KindOf } from '~/shared/config/kinds'

/** What the academy told a student, and what they do not want to be told. */
export const notificationsText = {
  title: 'הודעות',
  lead: 'מה שכתבנו לכם, גם כשהמייל לא הגיע.',
  failed: 'ההודעות לא נטענו',
  empty: 'אין הודעות. כשנכתוב לכם, זה יופיע כאן.',
  unread: 'לא נקראה',
  readAll: 'לסמן שהכול נקרא',
  choices: 'אילו הודעות לקבל',
  choicesLead: 'הבחירה חלה על המייל ועל הדף הזה. הודעות על החשבון עצמו, כמו קישור כניסה, מגיעות תמיד.',
  kinds: {
    news: { title: 'קורסים ותכנים חדשים', about: 'נשלחות רק אם הסכמתם לדיוור.' },
    unfinished: { title: 'תזכורת לשיעור שלא הושלם', about: 'נשלחת רק אם הסכמתם לדיוור.' },
    review: { title: 'תזכורת לחזרה על שאלות', about: 'נשלחת רק אם הסכמתם לדיוור.' },
    certificate: { title: 'תעודה מוכנה', about: 'כשהשלמתם קורס והופקה תעודה.' },
    welcome: { title: 'ברוכים הבאים', about: 'הודעה אחת אחרי ההרשמה.' },
  } satisfies Record<KindOf<'muted_notifications.kind'>, { title: string; about: string }>,
  saveFailed: 'הבחירה לא נשמרה. נסו שוב.',
  consent: 'להסכמה לדיוור, בעמוד הפרטיות',
} as const
