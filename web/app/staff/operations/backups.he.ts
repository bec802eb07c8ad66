import type { BackupFailure } from './backups.calls'

/** Backups on the page of the operator. */
export const backupsText = {
  title: 'גיבויים',
  lead: 'קובץ אחד ובו מסד הנתונים, הקבצים והמפתחות. מי שהקובץ בידו רואה הכול: שומרים אותו סגור, ומחוץ לשרת.',
  withoutFiles: 'הקבצים השמורים נמצאים ב־S3 ואינם בגיבוי: מגבים גם את המאגר שם.',
  none: 'עוד אין גיבוי.',
  elsewhere: 'כאן לא רץ תהליך של האקדמיה שעושה גיבויים. בפרויקט חיצוני סומכים על הגיבויים שלו.',
  failed: 'הגיבויים לא נטענו',
  begin: 'לגבות עכשיו',
  begins: 'הגיבוי מתחיל',
  running: (done: string, whole: string) => `הגיבוי נעשה: ${done} מתוך כ־${whole}`,
  progress: 'התקדמות הגיבוי',
  done: 'הגיבוי מוכן, ונבדק עד סופו.',
  failures: {
    NO_ROOM: 'הגיבוי נעצר כדי שהדיסק לא יתמלא. מפנים מקום, או קובעים ב־BACKUP_DIR תיקייה בדיסק אחר.',
    NO_FOLDER: 'אי אפשר לכתוב לתיקיית הגיבויים. בודקים את ההרשאות שלה ואת BACKUP_DIR.',
    INTERRUPTED: 'הגיבוי נקטע, כי השרת נעצר באמצע. אפשר להתחיל שוב.',
    DAMAGED: 'הקובץ שנכתב אינו שלם, ולכן נמחק. בודקים את הדיסק ומגבים שוב.',
    FAILED: 'הגיבוי נכשל. הסיבה כתובה ביומן של השרת, ולא נשאר ממנו קובץ.',
  } satisfies Record<BackupFailure, string>,
  refusals: {
    BACKUP_RUNNING: 'גיבוי כבר נעשה עכשיו.',
    NO_PROCESS: 'השרת לא מדווח כרגע, ולכן אי אפשר להתחיל גיבוי.',
    NO_BACKUP: 'הקובץ כבר לא נשמר.',
    TOO_MANY_REQUESTS: 'היו יותר מדי גיבויים או הורדות בשעה האחרונה.',
  } as Record<string, string>,
  downloads: {
    over: 'הקישור להורדה היה תקף לדקה אחת ולפעם אחת. לוחצים שוב על ״להוריד״.',
    gone: 'הקובץ כבר לא נשמר.',
    unavailable: 'השרת לא הצליח לבדוק את הקישור. מנסים שוב בעוד רגע.',
  } as Record<string, string>,
  didNot: 'זה לא הצליח. אפשר לנסות שוב.',
  table: 'הגיבויים שנשמרו',
  file: 'קובץ',
  madeAt: 'נעשה',
  size: 'גודל',
  action: 'הורדה',
  download: 'להוריד',
  downloadOf: (moment: string) => `להוריד את הגיבוי מ־${moment}`,
  starts: 'ההורדה מתחילה.',
  kept: 'מהגיבויים שנעשו בכפתור נשמרים השלושה האחרונים, שבועיים לכל היותר.',
} as const
