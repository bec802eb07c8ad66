/** The card in place of every page for who owes a phone number or the consents (2.11). */
export const phoneGateText = {
  phoneTitle: 'נדרש עדכון מספר טלפון',
  phoneLead: 'כדי להמשיך ללמוד צריך מספר טלפון תקין בחשבון. זה לוקח פחות מדקה.',
  detailsTitle: 'נשאר להשלים את הפרטים',
  detailsLead: 'כדי להמשיך ללמוד צריך שם, מספר טלפון ואישור של תנאי השימוש ומדיניות הפרטיות. זה לוקח פחות מדקה.',
  detailsButton: 'להשלמת הפרטים',
  phoneReasonsTitle: 'למה צריך מספר טלפון',
  phoneReasons: [
    { name: 'אבטחה', text: 'מוודאים שהחשבון שלכם נשאר שלכם.' },
    { name: 'שחזור', text: 'אם האימייל אבד, המספר מחזיר את הגישה.' },
    { name: 'התראות', text: 'עדכונים חשובים על החשבון מגיעים אליכם.' },
    { name: 'רגולציה', text: 'כך נדרש משירות שעוסק בחינוך פיננסי.' },
  ],
  phoneButton: 'לעדכון מספר הטלפון',
  signOut: 'יציאה מהחשבון',
  openPages: 'דפים שתמיד פתוחים',
  terms: 'תנאי שימוש',
  privacy: 'פרטיות',
  accessibility: 'נגישות',
  contact: 'יצירת קשר',
} as const
