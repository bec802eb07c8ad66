/** In place of the forms of the account where no script runs; only the server says it. */
export const needsScripts =
  'הכניסה וההרשמה צריכות JavaScript, והדפדפן הזה אינו מריץ אותו. אפשר להפעיל אותו בהגדרות הדפדפן ולטעון את הדף מחדש.'

/** The picture beside registration: what ten years earlier are worth. */
export const earlyStartText = {
  title: 'עשר שנים מוקדם יותר',
  caption: (monthly: string, rate: string, age: number) =>
    `הפקדה של ${monthly} בחודש עד גיל ${age}, בתשואה שנתית של ${rate}, בחישוב חודשי. הדגמה בלבד, בלי דמי ניהול ומס.`,
  from: (age: number) => `מתחילים בגיל ${age}`,
  deposited: 'הופקד',
  accumulated: 'הצטבר',
} as const
