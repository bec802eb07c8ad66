import { answer, type Input } from './input.ts'

const OLD = 'שלום דנה,\nהתשובה שלנו כאן.'
const marked = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
const quote = (sentence: string, old = '<div dir="rtl">שלום דנה,<br>התשובה שלנו כאן.</div>', dir = 'rtl') =>
  `<br><div class="gmail_quote gmail_quote_container"><div dir="${dir}" class="gmail_attr">${sentence}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${old}</blockquote></div>`
const HEBREW =
  '‫בתאריך יום ג׳, 24 בנוב׳ 2026 ב-9:30 מאת ‪האקדמיה‬‏ &lt;‪<a href="mailto:support@academy.test">support@academy.test</a>‬‏&gt;:‬'
const HEBREW_TEXT = '‫בתאריך יום ג׳, 24 בנוב׳ 2026 ב-9:30 מאת ‪האקדמיה‬‏ <‪support@academy.test‬‏>:‬'

export const gmail: Input[] = [
  answer({
    program: 'Gmail on the web, in Hebrew',
    plain: `תודה רבה!\nעכשיו הבנתי.\n\n${HEBREW_TEXT}\n\n${marked(OLD)}\n`,
    html: `<div dir="rtl">תודה רבה!<div>עכשיו הבנתי.</div></div>${quote(HEBREW)}`,
    words: 'תודה רבה!\nעכשיו הבנתי.',
    folded: ['התשובה שלנו כאן', 'בתאריך יום ג׳'],
  }),
  answer({
    program: 'Gmail on the web, in Hebrew, without a text part',
    html: `<div dir="rtl">תודה רבה!</div>${quote(HEBREW)}`,
    words: 'תודה רבה!',
    folded: ['התשובה שלנו כאן'],
  }),
  answer({
    program: 'Gmail on the web, answer below the quotation, without a text part',
    html: `<div dir="rtl"></div>${quote(HEBREW)}<div dir="rtl">זה לא עובד אצלי, מה עושים?</div>`,
    words: 'זה לא עובד אצלי, מה עושים?',
    folded: ['התשובה שלנו כאן'],
  }),
  answer({
    program: 'Gmail on the web, answers between quoted lines, without a text part',
    html: `<div class="gmail_quote"><div class="gmail_attr">On Tue, Nov 24, 2026 at 9:30 AM Academy &lt;<a href="mailto:s@a.test">s@a.test</a>&gt; wrote:<br></div><blockquote class="gmail_quote">מה גרסת הדפדפן?</blockquote><div>כרום 140</div><blockquote class="gmail_quote">ומה מערכת ההפעלה?</blockquote><div>חלונות 11</div></div>`,
    words: 'כרום 140\n\nחלונות 11',
    folded: ['מה גרסת הדפדפן?', 'ומה מערכת ההפעלה?'],
  }),
  answer({
    program: 'Gmail on the web, answers between quoted lines, as text',
    plain:
      'On Tue, Nov 24, 2026 at 9:30 AM Academy <s@a.test> wrote:\n\n> מה גרסת הדפדפן?\n>\nכרום 140\n\n> ומה מערכת ההפעלה?\n>\nחלונות 11\n',
    words: 'כרום 140\n\nחלונות 11',
    folded: ['מה גרסת הדפדפן?'],
  }),
  answer({
    program: 'Gmail on the web, in English, with a sentence over two lines',
    plain: `Thanks, it works now\n\nOn Tue, Nov 24, 2026 at 9:30 AM The Finance Academy of Israel <\nsupport+0123456789abcdef0123456789abcdef@academy.test> wrote:\n\n${marked(OLD)}\n`,
    words: 'Thanks, it works now',
    folded: ['wrote:'],
  }),
  answer({
    program: 'Gmail on Android, in English',
    plain: `Yes please\n\nOn Tue, 24 Nov 2026, 9:30 Academy, <support@academy.test> wrote:\n\n${marked(OLD)}\n`,
    html: `<div dir="auto">Yes please</div>${quote('On Tue, 24 Nov 2026, 9:30 Academy, &lt;support@academy.test&gt; wrote:', undefined, 'ltr')}`,
    words: 'Yes please',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Gmail on Android, in Hebrew',
    plain: `אפשר בבקשה עוד הסבר?\n\nבתאריך יום ג׳, 24 בנוב׳ 2026, 9:30, מאת האקדמיה ‏<support@academy.test>:\n\n${marked(OLD)}\n`,
    words: 'אפשר בבקשה עוד הסבר?',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Gmail on an iPhone, with its signature',
    plain: `מעולה\n\nנשלח מ-Gmail לנייד\n\n\nב-יום ג׳, 24 בנוב׳ 2026 בשעה 9:30 האקדמיה <support@academy.test> כתב:\n\n${marked(OLD)}\n`,
    words: 'מעולה',
    folded: ['נשלח מ-Gmail לנייד'],
  }),
  answer({
    program: 'Gmail on the web, in Arabic',
    plain: `شكرا، فهمت الآن\n\nفي الثلاثاء، 24 نوفمبر 2026 في 9:30 ص تمت كتابة ما يلي بواسطة ‪Academy‬‏ <‪\nsupport@academy.test‬‏>:‬\n\n${marked(OLD)}\n`,
    words: 'شكرا، فهمت الآن',
    folded: ['تمت كتابة ما يلي'],
  }),
  answer({
    program: 'Gmail on the web, in Russian',
    plain: `Спасибо, всё понятно\n\nвт, 24 нояб. 2026 г. в 09:30, Academy <support@academy.test>:\n\n${marked(OLD)}\n`,
    words: 'Спасибо, всё понятно',
    folded: ['нояб'],
  }),
  answer({
    program: 'Gmail on the web, in French',
    plain: `Merci, c’est clair\n\nLe mar. 24 nov. 2026 à 09:30, Academy <support@academy.test> a écrit :\n\n${marked(OLD)}\n`,
    words: 'Merci, c’est clair',
    folded: ['a écrit'],
  }),
  answer({
    program: 'Gmail on the web, with a signature after the standard line',
    plain: `תודה!\n\n${HEBREW_TEXT}\n\n${marked(OLD)}\n\n\n-- \nדנה כהן\n052-1234567\n`,
    words: 'תודה!',
    folded: ['052-1234567', 'התשובה שלנו'],
  }),
  answer({
    program: 'Gmail on the web, a paragraph that the person set back',
    html: `<div dir="rtl">בספר כתוב:<blockquote style="margin:0 0 0 40px;border:none;padding:0px">הריבית היא מחיר הכסף</blockquote>זה נכון?</div>${quote(HEBREW)}`,
    words: 'בספר כתוב:\n\nהריבית היא מחיר הכסף\n\nזה נכון?',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Gmail on the web, a list with numbers, a link and a smiley',
    html: `<div dir="rtl">ניסיתי:<ol><li>לרענן</li><li>להחליף דפדפן</li></ol>ראו <a href="https://example.org/a?b=1&amp;c=2">כאן</a> <img data-emoji="🙂" alt="🙂" src="x"></div>${quote(HEBREW)}`,
    words: 'ניסיתי:\n\n1. לרענן\n2. להחליף דפדפן\n\nראו כאן (https://example.org/a?b=1&c=2) 🙂',
    folded: ['התשובה שלנו'],
  }),
]
