import { answer, type Input } from './input.ts'

const OLD = 'שלום דנה,\n\nהתשובה שלנו כאן.\n'
const headers = (lines: string[]) =>
  lines
    .map((line) => {
      const [name, value] = line.split(/: (.*)/)
      return `<b>${name}:</b> ${value}`
    })
    .join('<br>')
const HEBREW = [
  'מאת: האקדמיה <support@academy.test>',
  'נשלח: יום שלישי 24 נובמבר 2026 09:30',
  'אל: דנה כהן <dana@example.org>',
  'נושא: RE: שאלה',
]
const ENGLISH = [
  'From: Academy <support@academy.test>',
  'Sent: Tuesday, November 24, 2026 9:30 AM',
  'To: Dana <dana@example.org>',
  'Subject: RE: Question',
]
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const word = (words: string, lines: string[], border = '#E1E1E1') =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><style><!-- p.MsoNormal {margin:0} --></style></head><body lang="HE"><div class="WordSection1">${words
    .split('\n')
    .map((line) => `<p class="MsoNormal" dir="RTL">${line || '<o:p>&nbsp;</o:p>'}</p>`)
    .join(
      '',
    )}<div><div style="border:none;border-top:solid ${border} 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${headers(lines.map(escaped))}</p></div></div><p class="MsoNormal">התשובה שלנו כאן.</p></div></body></html>`

export const outlook: Input[] = [
  answer({
    program: 'Outlook for Windows, in Hebrew',
    plain: `תודה, זה עזר.\n\n\n\nדנה כהן\n\n${HEBREW.join('\n')}\n\n${OLD}`,
    html: word('תודה, זה עזר.\n\nדנה כהן', HEBREW),
    words: 'תודה, זה עזר.\n\nדנה כהן',
    folded: ['נשלח: יום שלישי', 'התשובה שלנו'],
  }),
  answer({
    program: 'Outlook for Windows, in Hebrew, with marks of direction in the headers',
    plain: `לא מצאתי את הקובץ\n\n\n‏‏מאת: האקדמיה\n‏‏נשלח: יום שלישי 24 נובמבר 2026 09:30\n‏‏אל: דנה\n‏‏עותק: יוסי\n‏‏נושא: ‏‏RE: שאלה\n\n${OLD}`,
    words: 'לא מצאתי את הקובץ',
    folded: ['עותק: יוסי'],
  }),
  answer({
    program: 'Outlook for Windows without a text part',
    html: word('תודה, זה עזר.', HEBREW, '#B5C4DF'),
    words: 'תודה, זה עזר.',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Outlook for Windows in English',
    plain: `Thank you.\n\n${ENGLISH.join('\n')}\n\n${OLD}`,
    words: 'Thank you.',
    folded: ['Sent: Tuesday'],
  }),
  answer({
    program: 'Outlook for Windows, answers written into the quotation',
    plain: `עניתי בגוף ההודעה, באדום.\n\n${HEBREW.join('\n')}\n\nמה גרסת הדפדפן?\nכרום 140\n`,
    words: `עניתי בגוף ההודעה, באדום.\n\n${HEBREW.join('\n')}\n\nמה גרסת הדפדפן?\nכרום 140`,
  }),
  answer({
    program: 'Outlook 2003 in English',
    plain: `Works now.\n\n-----Original Message-----\nFrom: Academy [mailto:support@academy.test]\nSent: Tuesday, November 24, 2026 9:30 AM\nTo: Dana\nSubject: Question\n\n${OLD}`,
    words: 'Works now.',
    folded: ['Original Message'],
  }),
  answer({
    program: 'Outlook 2003 in Hebrew',
    plain: `עובד עכשיו\n\n-----הודעה מקורית-----\nמאת: האקדמיה\nנשלח: 24/11/2026 09:30\nאל: דנה\nנושא: שאלה\n\n${OLD}`,
    words: 'עובד עכשיו',
    folded: ['הודעה מקורית'],
  }),
  answer({
    program: 'Outlook on the web',
    html: `<div style="font-family:Aptos">Perfect, thanks</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${headers(ENGLISH.map(escaped))}</font><div>&nbsp;</div></div><div>התשובה שלנו כאן.</div>`,
    words: 'Perfect, thanks',
    folded: ['התשובה שלנו', 'Sent: Tuesday'],
  }),
  answer({
    program: 'Outlook on the web in a language whose headers are not known',
    html: `<div>Perfetto</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Da:</b> Academy<br><b>Inviato:</b> martedì<br></div><div>התשובה שלנו כאן.</div>`,
    words: 'Perfetto',
    folded: ['Inviato', 'התשובה שלנו'],
  }),
  answer({
    program: 'Outlook on an iPhone, in Hebrew',
    plain: `תודה\n\nקבל את Outlook עבור iOS<https://aka.ms/o0ukef>\n________________________________\nמאת: האקדמיה <support@academy.test>\nנשלח: Tuesday, November 24, 2026 9:30:00 AM\nאל: Dana <dana@example.org>\nנושא: שאלה\n\n${OLD}`,
    words: 'תודה',
    folded: ['קבל את Outlook', 'נשלח: Tuesday'],
  }),
  answer({
    program: 'Outlook on an iPhone, without a text part',
    html: `<div dir="ltr">Thanks a lot</div><div id="ms-outlook-mobile-signature"><div></div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg">${headers(ENGLISH.map(escaped))}</div><div>התשובה שלנו כאן.</div>`,
    words: 'Thanks a lot',
    folded: ['Outlook for iOS', 'התשובה שלנו'],
  }),
  answer({
    program: 'Outlook on Android',
    plain: `ok\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n________________________________\nFrom: Academy <support@academy.test>\nSent: Tuesday, November 24, 2026 9:30:00 AM\nTo: Dana <dana@example.org>\nSubject: Question\n\n${OLD}`,
    words: 'ok',
    folded: ['Get Outlook'],
  }),
  answer({
    program: 'Outlook for Mac, new',
    plain: `It is fixed, thanks\n\nFrom: Academy <support@academy.test>\nDate: Tuesday, 24 November 2026 at 9:30\nTo: Dana <dana@example.org>\nSubject: Re: Question\n\n${OLD}`,
    html: `<div>It is fixed, thanks</div><div id="mail-editor-reference-message-container"><div><div style="border:none;border-top:solid #B5C4DF 1.0pt"><b>From: </b>Academy<br><b>Date: </b>Tuesday, 24 November 2026 at 9:30<br><b>To: </b>Dana<br><b>Subject: </b>Re: Question</div><div>התשובה שלנו כאן.</div></div></div>`,
    words: 'It is fixed, thanks',
    folded: ['24 November'],
  }),
  answer({
    program: 'Outlook for Mac 2011, without a text part',
    html: `<div>Great</div><span id="OLK_SRC_BODY_SECTION"><div>From: Academy<br>Date: Tuesday, November 24, 2026 at 9:30<br>To: Dana<br>Subject: Re: Question</div><div>התשובה שלנו כאן.</div></span>`,
    words: 'Great',
    folded: ['התשובה שלנו'],
  }),
  answer({
    program: 'Outlook in French',
    plain: `Merci beaucoup\n\nDe : Academy <support@academy.test>\nEnvoyé : mardi 24 novembre 2026 09:30\nÀ : Dana\nObjet : RE: Question\n\n${OLD}`,
    words: 'Merci beaucoup',
    folded: ['Envoyé'],
  }),
  answer({
    program: 'Outlook in Russian',
    plain: `Спасибо\n\nОт: Academy <support@academy.test>\nОтправлено: 24 ноября 2026 г. 9:30\nКому: Dana\nТема: RE: Вопрос\n\n${OLD}`,
    words: 'Спасибо',
    folded: ['Отправлено'],
  }),
  answer({
    program: 'Outlook in Arabic',
    plain: `شكرا لكم\n\nمن: Academy <support@academy.test>\nتم الإرسال: 24 نوفمبر 2026 09:30\nإلى: Dana\nالموضوع: RE: سؤال\n\n${OLD}`,
    words: 'شكرا لكم',
    folded: ['تم الإرسال'],
  }),
]
