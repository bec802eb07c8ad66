import type { StudentActionName } from './student-actions.rules'

type Words = { item: string; title: string; lead: string; confirm: string; done: string }

/** What staff do for a student: what each action says before, and after it was done. */
export const actionsText = {
  menu: 'פעולות',
  acts: {
    close: {
      item: 'השבתה...',
      title: 'להשבית את החשבון?',
      lead: 'כל הכניסות של הסטודנט ייסגרו מיד, והבקשה הבאה שלו תידחה. ההתקדמות וההערות נשמרות, ואפשר לפתוח מחדש.',
      confirm: 'להשבית',
      done: 'החשבון הושבת',
    },
    reopen: {
      item: 'פתיחה מחדש...',
      title: 'לפתוח את החשבון מחדש?',
      lead: 'הסטודנט יוכל להיכנס שוב. הכניסות שנסגרו לא חוזרות.',
      confirm: 'לפתוח',
      done: 'החשבון נפתח מחדש',
    },
    view: {
      item: 'צפייה כסטודנט...',
      title: 'לצפות באקדמיה כמו הסטודנט?',
      lead: 'רבע שעה, לקריאה בלבד. בזמן הזה אי אפשר לעשות שום דבר אחר בכניסה הזאת, והסטודנט רואה מי צפה ומתי.',
      confirm: 'לצפות',
      done: 'הצפייה התחילה',
    },
    sessions: {
      item: 'סגירת כל הכניסות...',
      title: 'לסגור את כל הכניסות?',
      lead: 'הסטודנט ייצא מהחשבון בכל המכשירים, וקישורים שנשלחו אליו יפסיקו לפעול. אפשר להיכנס שוב מיד.',
      confirm: 'לסגור',
      done: 'כל הכניסות נסגרו',
    },
    secondStep: {
      item: 'השלב השני אבד...',
      title: 'להסיר את השלב השני?',
      lead: 'הכניסה לא תבקש קוד מאפליקציה, ודי יהיה בתיבת האימייל. ודאו שזה באמת בעל החשבון: אימייל על כך יוצא אליו מיד.',
      confirm: 'להסיר',
      done: 'השלב השני הוסר',
    },
    data: {
      item: 'עותק של המידע...',
      title: 'להפיק עותק של המידע?',
      lead: 'הקובץ מכיל את מה ששמור על הסטודנט, גם כתובת, טלפון ופניות, בלי ההערות שכתב לעצמו בשיעורים. ההפקה נרשמת, והסטודנט רואה אותה.',
      confirm: 'להפיק',
      done: 'הקובץ הורד',
    },
    deletion: {
      item: 'בקשת מחיקה...',
      title: 'לפתוח בקשת מחיקה בשם הסטודנט?',
      lead: 'בעוד 14 יום יימחקו החשבון, ההתקדמות, ההערות והפניות, בלי דרך חזרה. הסטודנט מקבל אימייל ויכול לבטל עד אז.',
      confirm: 'לפתוח בקשה',
      done: 'בקשת המחיקה נפתחה',
    },
  } satisfies Record<StudentActionName, Words>,
  verification: 'שליחת אימייל אימות',
  verificationSent: 'אימייל האימות נשלח',
  undo: 'ביטול ההשבתה',
  undoReason: 'ביטול של השבתה בטעות',
  fileName: (id: string) => `student-${id}.json`,
} as const
