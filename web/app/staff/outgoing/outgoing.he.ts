import type { KindOf } from '~/shared/config/kinds'

/** What a restored copy holds back, and what may become of it. */
export const outgoingText = {
  title: 'שום דבר לא יוצא מהאתר הזה',
  lead: 'האתר שוחזר מגיבוי. הודעות, פרסומים מתוזמנים ומחיקות של חשבונות ממתינים עד שתחליטו מה לעשות בהם. ייתכן שחלקם כבר יצאו מהאתר המקורי אחרי הגיבוי, או בוטלו בו.',
  heldAt: 'השחזור',
  backupAt: 'הגיבוי',
  backupSite: 'כתובת האתר בגיבוי',
  site: 'הכתובת כאן',
  unknown: 'לא ידוע',
  kinds: {
    sign_in: 'הודעות כניסה',
    mails: 'הודעות אחרות',
    campaigns: 'הודעות לסטודנטים',
    schedules: 'פרסומים והסתרות מתוזמנים',
    deletions: 'מחיקות של חשבונות שהגיע מועדן',
  } satisfies Record<KindOf<'outgoing_holds.kinds'>, string>,
  hints: {
    sign_in: 'הודעה שהקוד שלה כבר לא בתוקף לא תישלח בכל מקרה.',
    mails: 'גם הודעות שנוצרו כאן אחרי השחזור ממתינות.',
    campaigns: 'השהיה היא הבחירה הבטוחה: אף אחד לא מקבל כלום, וכל הודעה מחכה להחלטה משלה.',
    schedules: 'ביצוע מפרסם ומסתיר מיד את מה שמועדו עבר.',
    deletions: 'בקשת מחיקה אינה מתבטלת מכאן: מבצעים אותה, או שהיא ממתינה.',
  } satisfies Record<KindOf<'outgoing_holds.kinds'>, string>,
  nothing: 'לא ממתין דבר',
  since: (oldest: string, newest: string) => `מ־${oldest} עד ${newest}`,
  people: (count: number) => (count === 1 ? 'לאדם אחד' : `ל־${count.toLocaleString('he-IL')} אנשים`),
  show: 'הצגה',
  hide: 'הסתרה',
  showOf: (kind: string) => `הצגה של מה שממתין: ${kind}`,
  failed: 'הרשימה לא נטענה',
  oldest: 'החמישים הישנים ביותר:',
  choices: {
    send: { label: 'שליחה', title: 'לשלוח את מה שממתין?', confirm: 'שליחה' },
    drop: { label: 'ביטול', title: 'לבטל את מה שממתין?', confirm: 'ביטול של מה שממתין' },
    carryOut: { label: 'ביצוע', title: 'לבצע את מה שמועדו עבר?', confirm: 'ביצוע' },
    pause: { label: 'השהיה', title: 'להשהות את ההודעות לסטודנטים?', confirm: 'השהיה' },
  },
  choiceOf: (choice: string, kind: string) => `${choice}: ${kind}`,
  sendLead: (kind: string) => `${kind}: מה שממתין יוצא מיד, ומה שייווצר מעכשיו יוצא כרגיל. אי אפשר להחזיר את זה.`,
  carryOutLead: (kind: string) => `${kind}: מה שמועדו עבר מתבצע מיד, והשאר במועדו. אי אפשר להחזיר את זה.`,
  dropLead: (kind: string) => `${kind}: מה שממתין לא ייצא לעולם, ומה שייווצר מעכשיו יוצא כרגיל.`,
  pauseLead: () => 'אף אחד לא מקבל כלום. הודעה מתוזמנת חוזרת לטיוטה, והשאר מושהות עד שתמשיכו אותן.',
  decided: 'ההחלטה נשמרה.',
  changed: 'האתר שוחזר שוב בינתיים. טענו את העמוד מחדש.',
} as const

/** How much waits of a kind. */
export const heldCount = { one: 'אחת ממתינה', two: 'שתיים ממתינות', other: '# ממתינות' } as const
