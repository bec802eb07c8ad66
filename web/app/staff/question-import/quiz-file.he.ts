/** Questions from and to files. */
export const quizFileText = {
  in: 'שאלות מקובץ',
  open: 'להוסיף שאלות מקובץ',
  openHint: 'טבלה (Excel או CSV), Moodle XML, GIFT, Aiken או JSON של האקדמיה. רואים כל שאלה לפני שהיא נכנסת.',
  template: { xlsx: 'תבנית עם דוגמאות ל־Excel', csv: 'תבנית עם דוגמאות ב־CSV' },
  out: 'השאלות לקובץ',
  format: 'מבנה הקובץ',
  formats: { csv: 'טבלה (CSV)', moodle: 'Moodle XML', gift: 'GIFT', json: 'JSON של האקדמיה' },
  save: 'להוריד את השאלות',
  notSaved: 'ההורדה נכשלה. בודקים את החיבור ומנסים שוב.',
  left: 'במבנה הזה אין מקום לשאלות האלה, והן לא בקובץ:',
} as const
