/** Words of the keys of the staff area. */
export const keysText = {
  title: 'קיצורי מקלדת',
  lead: 'המקשים פועלים לפי מקומם במקלדת, גם כשהיא בעברית, וכל עוד לא מקלידים בשדה.',
  line: 'מקשים:',
  or: 'או',
  places: { everywhere: 'בכל דף', lists: 'ברשימות', tickets: 'בפנייה', forms: 'בטפסים' },
  does: {
    search: 'חיפוש דף, אדם או פעולה',
    help: 'כל המקשים',
    down: 'לשורה הבאה',
    up: 'לשורה הקודמת',
    open: 'פתיחה',
    find: 'חיפוש ברשימה',
    choose: 'בחירה',
    extend: 'בחירה ברצף',
    page: 'בחירת כל הדף',
    after: 'לפנייה הבאה',
    before: 'לפנייה הקודמת',
    answer: 'שליחת התשובה',
    save: 'שמירה',
  },
} as const
