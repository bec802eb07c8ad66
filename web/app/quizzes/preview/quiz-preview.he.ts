/** A draft of a test that is taken by a link. */
export const quizPreviewText = {
  begin: 'להתחיל את המבחן',
  goOn: 'להמשיך במבחן',
  anew: 'להתחיל מחדש, עם מספרים אחרים',
  leave: 'לצאת לדף המבחן',
  nothingToAsk: 'אין עדיין שאלות שאפשר לשאול.',
  leftOut: {
    one: 'שאלה אחת עדיין לא תקינה, ולכן היא לא מופיעה כאן.',
    two: 'שתי שאלות עדיין לא תקינות, ולכן הן לא מופיעות כאן.',
    other: '# שאלות עדיין לא תקינות, ולכן הן לא מופיעות כאן.',
  },
} as const

/** What the server refuses, in words. */
export const quizPreviewErrors = {
  PREVIEW_NOT_FOUND: 'הקישור אינו בתוקף. אפשר לבקש קישור חדש ממי ששלח אותו.',
  CONTENT_CHANGED: 'הטיוטה השתנתה בינתיים. צאו לדף המבחן והתחילו מחדש.',
  UNAVAILABLE: 'השרת לא ענה. אפשר לנסות שוב.',
} as const
