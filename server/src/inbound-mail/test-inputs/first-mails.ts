import { first, type Input } from './input.ts'

export const firstMails: Input[] = [
  first({
    program: 'any program, a first mail with lines that begin with the sign of a quotation',
    plain: 'שלום,\nבתרגיל כתוב:\n> מה הריבית?\n> 5 אחוז\nלא הבנתי את השאלה.',
    words: 'שלום,\nבתרגיל כתוב:\n> מה הריבית?\n> 5 אחוז\nלא הבנתי את השאלה.',
  }),
  first({
    program: 'any program, a first mail of nothing but such lines',
    plain: '> 5\n> 7\n> 9',
    words: '> 5\n> 7\n> 9',
  }),
  first({
    program: 'Gmail on the web, a first mail into which a conversation was copied',
    plain:
      'זה מה שכתבו לי:\n\nOn Tue, Nov 24, 2026 at 9:30 AM Bank <info@bank.test> wrote:\n\n> הריבית עלתה\n\nמה עושים?',
    words:
      'זה מה שכתבו לי:\n\nOn Tue, Nov 24, 2026 at 9:30 AM Bank <info@bank.test> wrote:\n\n> הריבית עלתה\n\nמה עושים?',
  }),
  first({
    program: 'Gmail on the web, a first mail with a quotation of the editor',
    html: '<div dir="rtl">ראיתי אצלכם:<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">הריבית היא מחיר</blockquote>של מה?</div>',
    words: 'ראיתי אצלכם:\n\nהריבית היא מחיר\n\nשל מה?',
  }),
  first({
    program: 'a program that puts a sentence into the text part: "Please view this mail in HTML"',
    plain: 'This message is in HTML format. Please use an HTML capable mail program to view it.',
    html: '<p>שלום, לא קיבלתי תעודה על קורס הבורסה.</p><p>דנה</p>',
    words: 'שלום, לא קיבלתי תעודה על קורס הבורסה.\n\nדנה',
    folded: ['HTML capable mail program'],
  }),
  first({
    program: 'a phone that leaves the text part empty',
    plain: ' \n',
    html: '<div>איך נרשמים?</div>',
    words: 'איך נרשמים?',
  }),
  first({
    program: 'a phone that leaves the page empty',
    plain: 'איך נרשמים?',
    html: '<html><body><br></body></html>',
    words: 'איך נרשמים?',
  }),
  first({
    program: 'a shop program whose text part has words of its own',
    plain:
      'הודעה זו מכילה תוכן שאי אפשר להציג כאן. לצפייה בהודעה פתחו אותה בתוכנה אחרת או בדפדפן, או פנו למוקד השירות שלנו בטלפון 03-5551234 בימים א עד ה.',
    html: '<p>רציתי לשאול על ההחזר</p>',
    words: 'רציתי לשאול על ההחזר',
    folded: ['03-5551234'],
  }),
  first({
    program: 'Word, a table of figures',
    html: '<table><tr><td>שנה</td><td>ריבית</td></tr><tr><td>2025</td><td>4.5%</td></tr></table>',
    words: 'שנה | ריבית\n2025 | 4.5%',
  }),
  first({
    program: 'a page whose head does not end and that names an address without signs',
    html: '<html><head><meta charset=utf-8><style>p{}</style><body>Caf&eacute; &#146;x&#146; כתבו ל<dana@example.org> 5 < 7',
    words: 'Café ’x’ כתבו ל<dana@example.org> 5 < 7',
  }),
  first({
    program: 'Thunderbird with a signature',
    plain: 'איך מבטלים?\n\n-- \nדנה כהן\nיועצת מס\n',
    words: 'איך מבטלים?',
    folded: ['יועצת מס'],
  }),
  first({
    program: 'any program, a long text beneath two hyphens',
    plain: `שאלה ראשונה\n--\n${'שאלה שנייה, ארוכה מאוד. '.repeat(40)}`,
    words: `שאלה ראשונה\n--\n${'שאלה שנייה, ארוכה מאוד. '.repeat(40).trim()}`,
  }),
  first({
    program: 'WhatsApp Web, pasted, with marks of direction',
    plain: '[9:30, 24.11.2026] דנה: \u2067שלום\u2069 \u200fETF\u200f\n[9:31, 24.11.2026] יוסי: כן',
    words: '[9:30, 24.11.2026] דנה: שלום ETF\n[9:31, 24.11.2026] יוסי: כן',
  }),
]
