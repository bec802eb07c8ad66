/** How mail programs begin what they quote, forward and sign, in the languages of our students. */

/** Between the day and the person stand so many signs. */
const SOME = '.{4,300}'
const SENTENCES = [
  // Gmail, Apple, Yahoo, Proton, Fastmail, Roundcube, Spark in languages of Latin letters.
  `^(?:On|Am|Le|El|Em|Il giorno|Op|W dniu|Den|Dne)\\s${SOME}\\s?(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|napisał(?:\\(a\\))?|skrev|napsal)(?!\\p{L}).{0,100}:$`,
  // Apple and Thunderbird, Hebrew; Gmail, Hebrew ends with the person.
  `^(?:בתאריך|ביום|יום|ב[-־–]?\\s?(?:יום|\\d)|\\d).{4,300}[\\s>,](?:מאת\\s.{2,200}|כתב(?:ה|/ה|/ת|ו|\\(ה\\)|/ו)?\\s?(?:את הדברים הבאים)?):$`,
  // Arabic: Apple, Gmail.
  `^(?:في|بتاريخ|يوم|\\p{Nd})\\s?${SOME}(?:كتبت?|تمت كتابة ما يلي بواسطة|كتب/ت)(?![\\p{L}]).{0,250}:$`,
  // Russian: Apple and Thunderbird with a verb, Gmail, Yandex and mail.ru without.
  `^(?:\\p{L}{2,12},?\\s)?\\d${SOME}(?:написал(?:\\(а\\)|а)?|пишет|писал(?:\\(а\\)|а)?):$`,
  `^(?:пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)[.,]?\\s${SOME}[>»"]:$`,
  `^\\d{1,2}[.]\\d{2}[.]\\d{4},? \\d{1,2}:\\d{2}.{2,200}<\\S{3,200}@\\S{2,200}>:$`,
  // Gmail in English of other years, and programs that begin with the date or the person.
  `^\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}\\s${SOME}<\\S{3,200}@\\S{2,200}>(?:\\s?wrote)?:$`,
  `^.{2,120}<\\S{3,200}@\\S{2,200}>\\s(?:wrote|schrieb|a écrit|написал(?:\\(а\\)|а)?|пишет)(?:\\s(?:on|am|le)\\s.{4,60})?\\s?:$`,
  // Zoho.
  `^-{2,}\\s?(?:On|Le|בתאריך|في|В)\\s?.{6,300}(?:wrote|a écrit|כתב(?:/ה)?|كتب|написал(?:\\(а\\))?)\\s?-{2,}$`,
].map((source) => new RegExp(source, 'iu'))
/** What tells it from the sentence of a person: the clock, or an address. */
const CLOCK_OR_ADDRESS = /\p{Nd}{1,2}[:.]\p{Nd}\p{Nd}|@/u

const ORIGINAL =
  "Original (?:Message|Appointment|E-?mail)|Reply Message|ההודעה המקורית|הודעה מקורית|פגישה מקורית|الرسالة الأصلية|رسالة أصلية|Message d['’]origine|Message original|Исходное сообщение|Оригинальное сообщение|Original-Nachricht|Ursprüngliche Nachricht|Mensaje original"
/** A line that nobody types and after which all is quoted. */
const BREAK = new RegExp(`^-{2,}\\s?(?:${ORIGINAL})\\s?-{2,}$`, 'i')
const RULE = /^[_‗⎯―─-]{20,}$/

const FORWARDED =
  'Forwarded (?:message|by .{1,80})|Forwarded Message|הודעה שהועברה|הודעה מועברת|הודעה מקורית שהועברה|Message transféré|Message transmis|Пересылаемое сообщение|Пересланное сообщение|Перенаправленное сообщение|Forwarded Mail|رسالة مُ?عاد توجيهها|رسالة مُ?عاد إرسالها|رسالة محولة|الرسالة المعاد توجيهها|Weitergeleitete Nachricht|Mensaje reenviado'
const FORWARD = new RegExp(
  `^-{2,}\\s?(?:${FORWARDED})\\s?-{2,}$|^(?:Begin forwarded message|תחילת ה?הודעה (?:שהועברה|המועברת)|Début du message (?:transféré|réexpédié)|Начало (?:переадресованного|пересылаемого) сообщения|بداية الرسالة (?:المُ?عاد توجيهها|المحولة))\\s?:$`,
  'iu',
)

const FROM = /^\*?(?:From|מאת|من|De|От|От кого|Von)\s?:\*?\s?\S/iu
const DATE =
  /^\*?(?:Sent|Date|נשלח|תאריך|תאריך שליחה|تم الإرسال|تاريخ|التاريخ|تاريخ الإرسال|أُ?رسلت|Envoyé(?: le)?|Отправлено|Дата|Gesendet|Datum)\s?:\*?.{0,80}\p{Nd}/iu
const OTHERS = /^\*?(?:To|Cc|אל|עותק|لى|إلى|نسخة|À|A|Кому|Копия|An)\s?:/iu
const SUBJECT = /^\*?(?:Subject|נושא|הנושא|الموضوع|Objet|Тема|Betreff)\s?:/iu

const DEVICE =
  '(?:i ?Phone|i ?Pad|Galaxy|Samsung|Android|Xiaomi|Huawei|Redmi|Outlook|Yahoo|Proton|Gmail|(?:Walla!?|Zoho|AOL|Fast) ?Mail|Mail (?:for|pour|עבור|для)|iOS|Windows|Spark|מכשיר|טלפון|נייד|וואלה|iCloud|Zoho|мобильн|Почт|smartphone|mobile|هاتف|الهاتف)'
const DEVICES = [
  `(?:Sent (?:from|with|via)|Get|Envoyé (?:de|depuis|à partir)|Télécharger|Obtenir|Отправлено (?:с|из|от)|Скачать|Получить)(?!\\p{L}).{0,40}${DEVICE}.{0,90}`,
  `(?:נשלח מ|נשלח באמצעות |קבל(?:ו|י)? את |להורדת |הורד(?:ה|ו)? (?:את )?).{0,30}${DEVICE}.{0,90}`,
  `(?:أ?ُ?رسلت من|تم الإرسال من|مرسل من|الحصول على).{0,30}${DEVICE}.{0,90}`,
].map((source) => new RegExp(`^${source}$`, 'iu'))
/** The standard line (RFC 3676), of which pages lose the blank. */
const SIGNATURE = /^--\s?$/

const ANSWER_SUBJECT =
  /^\s*(?:re|ad|aw|antw|sv|odp|rép|réf|השב|תשובה(?: לפנייה)?|בתשובה|רד|رد|الرد|отв|ответ|на|回复)\s?(?:\[\d+\])?\s?[:：]/iu
const FORWARD_SUBJECT =
  /^\s*(?:fwd?|fw|wg|tr|rv|i|enc|пер|пересл|переслано|הועבר|העבר|העברה|להעביר|إعادة توجيه|إعادة إرسال|محول|تحويل|转发)\s?(?:\[\d+\])?\s?[:：]/iu
const FIRST_FORWARD_SUBJECT = /^\s*\[fwd:/i

const LONGEST_LINE = 500
const is = (line: string, ...patterns: RegExp[]): boolean =>
  line.length <= LONGEST_LINE && patterns.some((pattern) => pattern.test(line.trim()))

/** `On Wed, Nov 25, 2026 at 9:30 AM Dana <dana@example.org> wrote:` */
export const isQuoteSentence = (line: string): boolean => is(line, CLOCK_OR_ADDRESS) && is(line, ...SENTENCES)
/** `-----Original Message-----` */
export const isBreak = (line: string): boolean => is(line, BREAK)
/** A line of underscores, as Outlook on phones draws it. */
export const isRule = (line: string): boolean => is(line, RULE)
/** `---------- Forwarded message ---------` */
export const isForward = (line: string): boolean => is(line, FORWARD)
export const isSignature = (line: string): boolean => is(line, SIGNATURE)
/** `Sent from my iPhone` */
export const isDevice = (line: string): boolean => is(line, ...DEVICES)

/** `From:` with somebody behind it. */
export const isFrom = (line: string): boolean => is(line, FROM)

/** The first of lines that are headers of a quoted mail, as Outlook writes them: from whom, when, and to whom or what of. */
export function isHeaderBlock(lines: string[]): boolean {
  const [first = '', ...beneath] = lines.map((line) => line.trim())
  if (!is(first, FROM)) return false
  const some = (pattern: RegExp) => beneath.some((line) => is(line, pattern))
  return (some(DATE) && (some(SUBJECT) || some(OTHERS))) || (some(SUBJECT) && some(OTHERS))
}

/** Whether a subject is that of an answer, of a forwarded mail, or of neither. */
export function kindOfSubject(subject: string): 'answer' | 'forward' | undefined {
  if (FORWARD_SUBJECT.test(subject) || FIRST_FORWARD_SUBJECT.test(subject)) return 'forward'
  return ANSWER_SUBJECT.test(subject) ? 'answer' : undefined
}
