import { answer, type Input } from './input.ts'

const OLD = 'שלום דנה,\nהתשובה שלנו כאן.\n'
const MARKED = '> שלום דנה,\n> התשובה שלנו כאן.\n'

export const otherPrograms: Input[] = [
  answer({
    program: 'Yahoo Mail on the web, in English',
    plain: ` Thank you very much\n    On Tuesday, November 24, 2026 at 09:30:00 AM GMT+2, Academy <support@academy.test> wrote:  \n \n ${OLD}`,
    html: `<div class="ydp1yahoo-style-wrap"><div>Thank you very much</div></div><div id="yahoo_quoted_123" class="yahoo_quoted"><div>On Tuesday, November 24, 2026 at 09:30:00 AM GMT+2, Academy &lt;support@academy.test&gt; wrote:</div><div>התשובה שלנו כאן.</div></div>`,
    words: 'Thank you very much',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Yahoo Mail on the web, in Hebrew, answer beneath',
    plain: `‫ב-יום שלישי, 24 בנובמבר 2026 בשעה 09:30:00 GMT‎+2, ‏האקדמיה‏ <support@academy.test> כתב: ‬\n\n ${OLD}\n מצאתי, תודה\n`,
    html: `<div class="yahoo_quoted"><div>‫ב-יום שלישי, 24 בנובמבר 2026 בשעה 09:30:00 GMT‎+2, ‏האקדמיה‏ &lt;support@academy.test&gt; כתב: ‬</div><div>שלום דנה,<br>התשובה שלנו כאן.</div></div><div>מצאתי, תודה</div>`,
    words: 'מצאתי, תודה',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Yahoo Mail on Android',
    plain: `ok thanks\n\nSent from Yahoo Mail on Android \n \n  On Tue, 24 Nov 2026 at 9:30, Academy<support@academy.test> wrote:   ${OLD}`,
    words: `ok thanks\n\nSent from Yahoo Mail on Android\n\n  On Tue, 24 Nov 2026 at 9:30, Academy<support@academy.test> wrote:   ${OLD.trim()}`,
  }),
  answer({
    program: 'Samsung Email, in Hebrew',
    plain: `הבנתי תודה\n\n\n\nנשלח ממכשיר ה-Galaxy שלי\n\n\n-------- הודעה מקורית --------\nמאת: האקדמיה <support@academy.test>\nתאריך: 24/11/2026 9:30 (GMT+02:00)\nאל: dana@example.org\nנושא: שאלה\n\n${OLD}`,
    html: `<div dir="auto">הבנתי תודה</div><div id="composer_signature" dir="auto"><div>נשלח ממכשיר ה-Galaxy שלי</div></div><div><br></div><div align="left" dir="auto"><div>-------- הודעה מקורית --------</div><div>מאת: האקדמיה &lt;support@academy.test&gt; </div><div>תאריך: 24/11/2026  9:30  (GMT+02:00) </div><div>אל: dana@example.org </div><div>נושא: שאלה </div></div><div>התשובה שלנו כאן.</div>`,
    words: 'הבנתי תודה',
    folded: ['Galaxy', 'הודעה מקורית', 'התשובה שלנו'],
  }),
  answer({
    program: 'Samsung Email, in English',
    plain: `Please call me\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Academy <support@academy.test>\nDate: 11/24/26 9:30 AM (GMT+02:00)\nTo: dana@example.org\nSubject: Question\n\n${OLD}`,
    words: 'Please call me',
    folded: ['Original message'],
  }),
  answer({
    program: 'Thunderbird, in Hebrew, answer beneath',
    plain: `בתאריך 24/11/2026 09:30, האקדמיה כתב:\n${MARKED}\nאצלי זה נראה אחרת\n\n-- \nדנה\n`,
    words: 'אצלי זה נראה אחרת',
    folded: ['התשובה שלנו', 'דנה'],
  }),
  answer({
    program: 'Thunderbird, in English, without a text part, answer beneath',
    html: `<html><body><div class="moz-cite-prefix">On 24/11/2026 9:30, Academy wrote:<br></div><blockquote type="cite" cite="mid:x@academy.test"><pre class="moz-quote-pre" wrap="">שלום דנה,\nהתשובה שלנו כאן.</pre></blockquote><p>It looks different here</p></body></html>`,
    words: 'It looks different here',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Thunderbird, in Russian',
    plain: `Понятно\n\n24.11.2026 9:30, Academy пишет:\n${MARKED}`,
    words: 'Понятно',
    folded: ['пишет'],
  }),
  answer({
    program: 'Proton Mail on the web',
    plain: `All good now.\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Tuesday, November 24th, 2026 at 9:30 AM, Academy <support@academy.test> wrote:\n\n${MARKED}`,
    words: 'All good now.',
    folded: ['Proton Mail', 'wrote:'],
  }),
  answer({
    program: 'Proton Mail without a text part',
    html: `<div style="font-family:Arial">All good now.</div><div class="protonmail_quote">On Tuesday, November 24th, 2026 at 9:30 AM, Academy &lt;support@academy.test&gt; wrote:<br><blockquote class="protonmail_quote" type="cite"><div>התשובה שלנו כאן.</div></blockquote><br></div>`,
    words: 'All good now.',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Fastmail',
    plain: `Sounds fine\n\nOn Tue, 24 Nov 2026, at 9:30 AM, Academy wrote:\n${MARKED}`,
    html: `<div>Sounds fine</div><div>On Tue, 24 Nov 2026, at 9:30 AM, Academy wrote:</div><blockquote type="cite" id="qt"><div>התשובה שלנו כאן.</div></blockquote>`,
    words: 'Sounds fine',
    folded: ['wrote:'],
  }),
  answer({
    program: 'Zoho Mail',
    plain: `It works\n\n\n\n---- On Tue, 24 Nov 2026 09:30:00 +0200 Academy <support@academy.test> wrote ----\n\n${OLD}`,
    html: `<div>It works</div><div class="zmail_extra"><div>---- On Tue, 24 Nov 2026 09:30:00 +0200 <b>Academy &lt;support@academy.test&gt;</b> wrote ----</div><blockquote style="margin:0px">התשובה שלנו כאן.</blockquote></div>`,
    words: 'It works',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Walla! mail',
    plain: `תודה על העזרה\n\nנשלח מדואר וואלה!\n\n________________________________\nמאת: האקדמיה <support@academy.test>\nתאריך: 24.11.2026 09:30\nאל: dana@walla.co.il\nנושא: שאלה\n\n${OLD}`,
    words: 'תודה על העזרה',
    folded: ['וואלה', 'התשובה שלנו'],
  }),
  answer({
    program: 'mail.ru',
    plain: `Спасибо большое\n\nВторник, 24 ноября 2026, 9:30 +03:00 от Academy <support@academy.test>:\n${MARKED}`,
    words: 'Спасибо большое',
    folded: ['от Academy'],
  }),
  answer({
    program: 'Yandex Mail, without a text part',
    html: `<div>Спасибо</div><div>24.11.2026, 09:30, "Academy" &lt;support@academy.test&gt;:</div><blockquote><div>התשובה שלנו כאן.</div></blockquote><div>-- <br>Анна</div>`,
    words: 'Спасибо',
    folded: ['התשובה שלנו', 'Анна'],
  }),
  answer({
    program: 'Roundcube, answer beneath',
    plain: `On 2026-11-24 09:30, Academy wrote:\n\n${MARKED}\nI see, thanks\n`,
    words: 'I see, thanks',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Spark',
    plain: `Done\nOn 24 Nov 2026 at 9:30 +0200, Academy <support@academy.test>, wrote:\n${MARKED}`,
    words: 'Done',
    folded: ['wrote:'],
  }),
  answer({
    program: 'mutt, in Hebrew, with marks alone',
    plain: `> שלום דנה,\n> התשובה שלנו כאן.\n\nתודה, ומה עם 3 > 2?\n`,
    words: 'תודה, ומה עם 3 > 2?',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Exchange with a disclaimer beneath',
    plain: `אשמח לעזרה\n\nהודעה זו מיועדת לנמען בלבד.\n\nמאת: האקדמיה\nנשלח: 24/11/2026 09:30\nאל: דנה\nנושא: שאלה\n\n${OLD}`,
    words: 'אשמח לעזרה\n\nהודעה זו מיועדת לנמען בלבד.',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Gmail on the web, an answer of nothing but a sign',
    plain: `👍\n\nOn Tue, Nov 24, 2026 at 9:30 AM Academy <support@academy.test> wrote:\n\n${MARKED}`,
    words: '👍',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'any program, a quotation and no word of its person',
    plain: `On Tue, Nov 24, 2026 at 9:30 AM Academy <support@academy.test> wrote:\n\n${MARKED}`,
    words: `On Tue, Nov 24, 2026 at 9:30 AM Academy <support@academy.test> wrote:\n\n${MARKED.trim()}`,
  }),
  answer({
    program: 'any program, words that look like a quotation',
    plain:
      'From: my point of view it is good\nב-2020 המורה כתב: כסף הוא מדד\n> 5 אחוז זה הרבה?\n-- ככה --\nנשלח מהבנק מכתב, ולא הבנתי',
    words:
      'From: my point of view it is good\nב-2020 המורה כתב: כסף הוא מדד\n> 5 אחוז זה הרבה?\n-- ככה --\nנשלח מהבנק מכתב, ולא הבנתי',
  }),
]
