/** Sending a campaign, how far it is, and what can be done with it. */
export const sendingText = {
  title: 'שליחה',
  noAddress: 'החוק דורש בכל דיוור את כתובת האקדמיה, והיא עדיין הכתובת לדוגמה. רושמים אותה',
  inSettings: 'בהגדרות',
  test: 'לשלוח אליי לבדיקה',
  tested: (address: string) => `הודעת הבדיקה נשלחה אל ${address}.`,
  testFailed: (answer: string) => `שרת הדואר לא קיבל את הבדיקה: ${answer}`,
  send: 'לשלוח',
  sendTitle: 'לשלוח את ההודעה?',
  sendLead: 'הודעה שיצאה אי אפשר להחזיר. אפשר להשהות ולבטל את מה שעוד לא נשלח.',
  now: 'עכשיו',
  later: 'במועד אחר',
  moment: 'מתי (שעון ישראל)',
  momentProblem: 'בוחרים מועד עתידי, בתוך שנה.',
  counting: 'סופרים את הנמענים...',
  laterCount: 'הנמענים ייספרו כשהמועד יגיע, לפי התנאים.',
  sent: 'ההודעה יוצאת לדרך.',
  scheduled: 'ההודעה תוזמנה.',
  startsAt: (moment: string) => `תישלח ב־${moment}`,
  quietNow: 'עכשיו שעות שקטות: השליחה תימשך כשייגמרו.',
  turnOn: 'להפעיל',
  turnOff: 'לכבות',
  turnedOn: 'ההודעה האוטומטית פועלת.',
  pause: 'להשהות',
  paused: 'השליחה הושהתה.',
  resume: 'להמשיך',
  resumed: 'השליחה נמשכת.',
  unschedule: 'לבטל את התזמון',
  unscheduled: 'ההודעה חזרה לטיוטה.',
  stop: 'לבטל את השליחה',
  stopTitle: 'לבטל את השליחה?',
  stopLead: 'מי שעוד לא קיבלו לא יקבלו, ואי אפשר להמשיך אחר כך.',
  stopped: 'השליחה בוטלה.',
  keep: 'להשאיר',
  progress: 'התקדמות השליחה',
  of: (done: string, total: string) => `${done} מתוך ${total}`,
  retryFailed: 'לנסות שוב את אלה שנכשלו',
  retryUnconfirmed: 'לשלוח שוב למי שאין עליהם אישור',
  unconfirmedTitle: 'לשלוח שוב למי שאין עליהם אישור?',
  unconfirmedLead: 'שרת הדואר קיבל לידיו את ההודעה ולא אמר אם לקח אותה. חלק מהם עלולים לקבל אותה פעמיים.',
} as const

/** How many get it, in the confirmation. */
export const reachedCount = {
  one: 'נמען אחד יקבל את ההודעה.',
  two: 'שני נמענים יקבלו את ההודעה.',
  other: '# נמענים יקבלו את ההודעה.',
} as const
/** How many will not get what waits. */
export const notReachedCount = {
  one: 'נמען אחד עוד לא קיבל.',
  two: 'שני נמענים עוד לא קיבלו.',
  other: '# נמענים עוד לא קיבלו.',
} as const
/** How many are tried again. */
export const retriedCount = {
  one: 'נמען אחד חזר לתור.',
  two: 'שני נמענים חזרו לתור.',
  other: '# נמענים חזרו לתור.',
} as const
