import { answer, type Input } from './input.ts'

const OLD = '> שלום דנה,\n> \n> התשובה שלנו כאן.\n'
const cite = (sentence: string) =>
  `<div><br><blockquote type="cite"><div>${sentence}</div><br class="Apple-interchange-newline"><div><p>שלום דנה,</p><p>התשובה שלנו כאן.</p></div></blockquote></div>`

export const apple: Input[] = [
  answer({
    program: 'Apple Mail on a Mac, in English',
    plain: `Thanks, got it.\n\n> On 24 Nov 2026, at 9:30, Academy <support@academy.test> wrote:\n> \n${OLD}`,
    html: `<html><head></head><body>Thanks, got it.${cite('On 24 Nov 2026, at 9:30, Academy &lt;support@academy.test&gt; wrote:')}</body></html>`,
    words: 'Thanks, got it.',
    folded: ['wrote:'],
  }),
  answer({
    program: 'Apple Mail on a Mac, in Hebrew',
    plain: `קיבלתי, תודה.\n\n> ב-24 בנוב׳ 2026, בשעה 9:30, האקדמיה ‏<support@academy.test> כתב/ה:\n> \n${OLD}`,
    words: 'קיבלתי, תודה.',
    folded: ['כתב/ה'],
  }),
  answer({
    program: 'Mail on an iPhone, in Hebrew',
    plain: `מעולה, אנסה הערב\n\nנשלח מה-iPhone שלי\n\n‫ב-24 בנוב׳ 2026, בשעה 9:30, ‏האקדמיה ‏<support@academy.test> כתב/ה:‬\n\n${OLD}`,
    words: 'מעולה, אנסה הערב',
    folded: ['נשלח מה-iPhone שלי', 'התשובה שלנו'],
  }),
  answer({
    program: 'Mail on an iPhone, in Hebrew, without a text part, answer beneath',
    html: `<html><body dir="auto"><div dir="ltr"><blockquote type="cite">ב-24 בנוב׳ 2026, בשעה 9:30, האקדמיה כתב/ה:<br><br></blockquote></div><blockquote type="cite"><div dir="rtl">התשובה שלנו כאן.</div></blockquote><div dir="rtl">זה עדיין לא נפתח</div><div>נשלח מה-iPhone שלי</div></body></html>`,
    words: 'זה עדיין לא נפתח',
    folded: ['התשובה שלנו', 'נשלח מה-iPhone שלי'],
  }),
  answer({
    program: 'Mail on an iPhone, words beneath the line of the device',
    plain: `כן\n\nSent from my iPhone\n\nועוד דבר: איפה התעודה?\n\n> On 24 Nov 2026, at 9:30, Academy <support@academy.test> wrote:\n${OLD}`,
    words: 'כן\n\nSent from my iPhone\n\nועוד דבר: איפה התעודה?',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Mail on an iPhone, in Arabic',
    plain: `تمام\n\nأُرسلت من الـ iPhone\n\nفي ٢٤ نوفمبر ٢٠٢٦، الساعة ٩:٣٠ ص، كتب Academy <support@academy.test>:\n\n${OLD}`,
    words: 'تمام',
    folded: ['أُرسلت من'],
  }),
  answer({
    program: 'Mail on an iPhone, in Russian',
    plain: `Хорошо\n\nОтправлено с iPhone\n\n> 24 нояб. 2026 г., в 9:30, Academy <support@academy.test> написал(а):\n> \n${OLD}`,
    words: 'Хорошо',
    folded: ['Отправлено с iPhone', 'написал(а)'],
  }),
  answer({
    program: 'Mail on an iPhone, in French',
    plain: `D’accord\n\nEnvoyé de mon iPhone\n\nLe 24 nov. 2026 à 09:30, Academy <support@academy.test> a écrit :\n\n${OLD}`,
    words: 'D’accord',
    folded: ['Envoyé de mon iPhone'],
  }),
  answer({
    program: 'Mail on an iPad, answers between quoted lines',
    plain:
      '> On 24 Nov 2026, at 9:30, Academy <s@a.test> wrote:\n> Which browser?\n\nSafari\n\n> Which iPad?\n\nThe ninth\n',
    words: 'Safari\n\nThe ninth',
    folded: ['Which browser?', 'Which iPad?'],
  }),
]
