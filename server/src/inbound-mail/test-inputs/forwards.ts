import { answer, filePart, first, forward, type Input, mail, parts, textPart } from './input.ts'

const BANK = 'לקוח יקר,\nהריבית עלתה ל-7%.'
const HEADERS = 'מאת: הבנק <info@bank.test>\nתאריך: יום ג׳, 24 בנוב׳ 2026 ב-9:30\nנושא: ריבית\nאל: <dana@example.org>'
const inner = `From: Bank <info@bank.test>\nTo: dana@example.org\nSubject: ריבית\nContent-Type: text/plain; charset=utf-8\n\nהריבית עלתה ל-7%.\n`

export const forwards: Input[] = [
  forward({
    program: 'Gmail on the web, forwarded without own words',
    plain: `---------- Forwarded message ---------\nFrom: Bank <info@bank.test>\nDate: Tue, Nov 24, 2026 at 9:30 AM\nSubject: Rate\nTo: <dana@example.org>\n\n\n${BANK}`,
    words: `---------- Forwarded message ---------\nFrom: Bank <info@bank.test>\nDate: Tue, Nov 24, 2026 at 9:30 AM\nSubject: Rate\nTo: <dana@example.org>\n\n${BANK}`,
  }),
  forward({
    program: 'Gmail on the web, in Hebrew, forwarded with own words',
    plain: `מה זה אומר?\n\n---------- הודעה שהועברה ---------\n${HEADERS}\n\n\n${BANK}`,
    words: `מה זה אומר?\n\n---------- הודעה שהועברה ---------\n${HEADERS}\n\n${BANK}`,
  }),
  forward({
    program: 'Gmail on the web, forwarded without a text part',
    html: `<div dir="rtl">מה זה?<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong>Bank</strong> &lt;info@bank.test&gt;<br>Subject: Rate<br></div><br><div>הריבית עלתה ל-7%.</div></div></div>`,
    words:
      'מה זה?\n\n---------- Forwarded message ---------\nFrom: Bank <info@bank.test>\nSubject: Rate\n\nהריבית עלתה ל-7%.',
  }),
  answer({
    program: 'Gmail on the web, forwarded into a conversation whose subject stays',
    plain: `זה מה שקיבלתי\n\n---------- Forwarded message ---------\nFrom: Bank <info@bank.test>\nDate: Tue, Nov 24, 2026 at 9:30 AM\nSubject: Rate\nTo: <dana@example.org>\n\n${BANK}`,
    words: `זה מה שקיבלתי\n\n---------- Forwarded message ---------\nFrom: Bank <info@bank.test>\nDate: Tue, Nov 24, 2026 at 9:30 AM\nSubject: Rate\nTo: <dana@example.org>\n\n${BANK}`,
  }),
  forward({
    program: 'Outlook in Hebrew, forwarded',
    subject: 'FW: ריבית',
    plain: `ראו למטה\n\nמאת: הבנק <info@bank.test>\nנשלח: יום שלישי 24 נובמבר 2026 09:30\nאל: דנה\nנושא: ריבית\n\n${BANK}`,
    words: `ראו למטה\n\nמאת: הבנק <info@bank.test>\nנשלח: יום שלישי 24 נובמבר 2026 09:30\nאל: דנה\nנושא: ריבית\n\n${BANK}`,
  }),
  forward({
    program: 'Outlook on the web, forwarded without a text part',
    subject: 'הועבר: ריבית',
    html: `<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Bank<br><b>Sent:</b> Tuesday, November 24, 2026 9:30<br><b>To:</b> Dana<br><b>Subject:</b> Rate</div><div>הריבית עלתה ל-7%.</div>`,
    words: 'From: Bank\nSent: Tuesday, November 24, 2026 9:30\nTo: Dana\nSubject: Rate\nהריבית עלתה ל-7%.',
  }),
  forward({
    program: 'Apple Mail, forwarded',
    html: `<div>בבקשה תבדקו</div><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: </b>Bank &lt;info@bank.test&gt;</div><div><b>Subject: </b>Rate</div><br><div>הריבית עלתה ל-7%.</div></blockquote></div>`,
    words: 'בבקשה תבדקו\n\nBegin forwarded message:\n\nFrom: Bank <info@bank.test>\nSubject: Rate\n\nהריבית עלתה ל-7%.',
  }),
  forward({
    program: 'Apple Mail in Hebrew, forwarded with marks',
    subject: 'העבר: ריבית',
    plain: `> תחילת ההודעה שהועברה:\n> \n> מאת: הבנק <info@bank.test>\n> נושא: ריבית\n> \n> הריבית עלתה ל-7%.`,
    words: '> תחילת ההודעה שהועברה:\n>\n> מאת: הבנק <info@bank.test>\n> נושא: ריבית\n>\n> הריבית עלתה ל-7%.',
  }),
  forward({
    program: 'Thunderbird, forwarded',
    plain: `\n\n-------- Forwarded Message --------\nSubject: Rate\nDate: Tue, 24 Nov 2026 09:30:00 +0200\nFrom: Bank <info@bank.test>\nTo: dana@example.org\n\n${BANK}`,
    words: `-------- Forwarded Message --------\nSubject: Rate\nDate: Tue, 24 Nov 2026 09:30:00 +0200\nFrom: Bank <info@bank.test>\nTo: dana@example.org\n\n${BANK}`,
  }),
  first({
    program: 'Samsung Email, forwarded under a new subject',
    plain: `תראו\n\n-------- הודעה מקורית --------\n${HEADERS}\n\n${BANK}`,
    words: `תראו\n\n-------- הודעה מקורית --------\n${HEADERS}\n\n${BANK}`,
  }),
  {
    program: 'Outlook and Apple Mail, forwarded as an attachment without own words',
    raw: mail(
      { subject: 'Fwd: ריבית' },
      parts(
        'mixed',
        textPart(''),
        `Content-Type: message/rfc822\nContent-Disposition: attachment; filename="rate.eml"\n\n${inner}`,
      ),
    ),
    words: '---------- הודעה מצורפת ----------\nמאת: Bank <info@bank.test>\nנושא: ריבית\n\nהריבית עלתה ל-7%.',
  },
  {
    program: 'Gmail, a mail attached to own words',
    raw: mail(
      { subject: 'Re: ריבית' },
      parts(
        'mixed',
        textPart('קיבלתי את זה:'),
        `Content-Type: message/rfc822; name="rate.eml"\n\n${inner.replace('\n\nה', '\nMIME-Version: 1.0\n\nה')}`,
        filePart('a.pdf', 'application/pdf', '%PDF-1.4'),
      ),
    ),
    words:
      'קיבלתי את זה:\n\n---------- הודעה מצורפת ----------\nמאת: Bank <info@bank.test>\nנושא: ריבית\n\nהריבית עלתה ל-7%.',
    files: ['a.pdf'],
  },
]
