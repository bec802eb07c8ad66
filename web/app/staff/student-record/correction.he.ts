/** The form with which staff correct the details of a student. */
export const correctionText = {
  title: 'תיקון שם וטלפון',
  labels: { first_name: 'שם פרטי', last_name: 'שם משפחה', phone_number: 'טלפון' },
  phoneHint: 'בקידומת בינלאומית. שינוי נשלח לסטודנט באימייל.',
  nameMissing: 'צריך שם',
  nameWrong: 'שם הוא בין תו אחד ל־100 תווים',
  phoneWrong: 'זה לא מספר טלפון שקיים',
  phoneTaken: 'המספר רשום בחשבון אחר',
  waiting: 'מה שהקלדתם בתיקון ועוד לא נשמר מחכה כאן, ויחזור כשתציגו שוב את הפרטים.',
  taken: 'המספר הזה רשום בחשבון אחר. אחרי שבררתם למי הוא שייך, אפשר להעביר אותו לכאן.',
  seeHolder: 'לחשבון שהמספר רשום בו',
  move: 'העברת המספר לכאן...',
  moveTitle: 'להעביר את המספר לחשבון הזה?',
  moveLead: 'החשבון השני נשאר בלי טלפון ויתבקש למלא אחד. שני בעלי החשבונות מקבלים על כך אימייל.',
  moveConfirm: 'להעביר',
  moved: 'המספר הועבר',
} as const
