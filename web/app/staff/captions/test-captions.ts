import type { CaptionFix } from './caption-file.rules'
import type { Cue } from './cues.rules'

const cue = (start: number, end: number, text: string): Cue => ({ start, end, text })

/** Files of captions as programs write them, with what is read of them and what is repaired, and how often. */
export const CAPTION_FILES: { from: string; file: string; cues: Cue[]; fixes?: Partial<Record<CaptionFix, number>> }[] =
  [
    {
      from: 'Subtitle Edit, SubRip with a byte order mark and lines of Windows',
      file: '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nשלום\r\nלכולם\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nריבית\r\n\r\n',
      cues: [cue(1, 2.5, 'שלום\nלכולם'), cue(3, 4, 'ריבית')],
    },
    {
      from: 'ffmpeg, WebVTT with short times',
      file: 'WEBVTT\n\n00:01.000 --> 00:02.500\nשלום\n\n01:00:03.000 --> 01:00:04.000\nריבית\n',
      cues: [cue(1, 2.5, 'שלום'), cue(3603, 3604, 'ריבית')],
    },
    {
      from: 'Zoom, a recording with numbers and speakers in the words',
      file: 'WEBVTT\r\n\r\n1\r\n00:00:04.910 --> 00:00:08.120\r\nדנה לוי: בוקר טוב\r\n\r\n2\r\n00:00:08.120 --> 00:00:09.000\r\nיוסי: תודה',
      cues: [cue(4.91, 8.12, 'דנה לוי: בוקר טוב'), cue(8.12, 9, 'יוסי: תודה')],
    },
    {
      from: 'Teams, with names of captions and speaker tags',
      file: 'WEBVTT\n\n1f2e3d4c-aaaa-bbbb-cccc-0123456789ab/12-0\n00:00:01.000 --> 00:00:03.040\n<v דנה לוי>בוקר טוב</v>\n\n1f2e3d4c-aaaa-bbbb-cccc-0123456789ab/13-0\n00:00:03.040 --> 00:00:05.000\n<v Yossi>נתחיל ב-5%</v>',
      cues: [cue(1, 3.04, 'בוקר טוב'), cue(3.04, 5, 'נתחיל ב-5%')],
      fixes: { SPEAKERS: 2 },
    },
    {
      from: 'YouTube, automatic captions that roll, with a time for each word',
      file: [
        'WEBVTT\nKind: captions\nLanguage: iw\n',
        '00:00:00.160 --> 00:00:03.429 align:start position:0%\n \nריבית<00:00:00.960><c> היא</c><00:00:01.520><c> מחיר</c>\n',
        '00:00:03.429 --> 00:00:03.439 align:start position:0%\nריבית היא מחיר\n \n',
        '00:00:03.439 --> 00:00:05.749 align:start position:0%\nריבית היא מחיר\nשל<00:00:03.760><c> כסף</c>\n',
        '00:00:05.749 --> 00:00:05.759 align:start position:0%\nשל כסף\n \n',
        '00:00:05.759 --> 00:00:08.000 align:start position:0%\nשל כסף\nלאורך<00:00:06.000><c> זמן</c>\n',
      ].join('\n'),
      cues: [cue(0.16, 3.439, 'ריבית היא מחיר'), cue(3.439, 5.759, 'של כסף'), cue(5.759, 8, 'לאורך זמן')],
      fixes: { LOOKS: 8, REPEATED: 4 },
    },
    {
      from: 'yt-dlp, automatic captions turned into SubRip',
      file: '1\n00:00:00,160 --> 00:00:03,429\nא ב\n\n2\n00:00:03,429 --> 00:00:03,439\nא ב\n\n3\n00:00:03,439 --> 00:00:05,749\nא ב\nג ד\n\n4\n00:00:05,749 --> 00:00:05,759\nג ד\n\n5\n00:00:05,759 --> 00:00:08,000\nג ד\nה ו\n',
      cues: [cue(0.16, 3.439, 'א ב'), cue(3.439, 5.759, 'ג ד'), cue(5.759, 8, 'ה ו')],
      fixes: { REPEATED: 4 },
    },
    {
      from: 'a person who says one thing three times',
      file: 'WEBVTT\n\n00:01.000 --> 00:02.000\nלא\n\n00:02.000 --> 00:03.000\nלא\n\n00:03.000 --> 00:04.000\nלא',
      cues: [cue(1, 2, 'לא'), cue(2, 3, 'לא'), cue(3, 4, 'לא')],
    },
    {
      from: 'YouTube Studio, SBV',
      file: '0:00:01.000,0:00:03.000\nשלום\n\n0:00:03.000,0:00:04.500\nלכולם\n',
      cues: [cue(1, 3, 'שלום'), cue(3, 4.5, 'לכולם')],
      fixes: { TIMES: 2 },
    },
    {
      from: 'a web converter, blanks on the lines between',
      file: '1\n00:00:01,000 --> 00:00:02,000\nא\n \n2\n00:00:02,000 --> 00:00:03,000\nב\n\t\n3\n00:00:03,000 --> 00:00:04,000\nג',
      cues: [cue(1, 2, 'א'), cue(2, 3, 'ב'), cue(3, 4, 'ג')],
      fixes: { SEPARATORS: 2 },
    },
    {
      from: 'a script that leaves no lines between, words that are numbers',
      file: '1\n00:00:01,000 --> 00:00:02,000\nהשנה היא\n2026\n2\n00:00:02,000 --> 00:00:03,000\n42\n3\n00:00:03,000 --> 00:00:04,000\n4',
      cues: [cue(1, 2, 'השנה היא\n2026'), cue(2, 3, '42'), cue(3, 4, '4')],
      fixes: { SEPARATORS: 2 },
    },
    {
      from: 'a WebVTT by hand, no lines between and none under the name',
      file: 'WEBVTT\n00:01.000 --> 00:02.000\nא\n00:02.000 --> 00:03.000\nב',
      cues: [cue(1, 2, 'א'), cue(2, 3, 'ב')],
      fixes: { SEPARATORS: 1 },
    },
    {
      from: 'Aegisub and its converters, empty lines under the times and within the words, places and styles',
      file: '1\n00:00:01,000 --> 00:00:02,000\n\nשורה ראשונה\n\nשורה שנייה\n\n2\n00:00:02,000 --> 00:00:03,000\n{\\an8}{\\i1}למעלה{\\i0}\\Nלמטה\n',
      cues: [cue(1, 2, 'שורה ראשונה\nשורה שנייה'), cue(2, 3, 'למעלה\nלמטה')],
      fixes: { BLANKS_WITHIN: 2, LOOKS: 1 },
    },
    {
      from: 'a program that writes no zeros',
      file: '1\n0:0:1,5 --> 0:0:2,25\nא\n\n2\n0:1:2.125 --> 1:02.5\nב',
      cues: [cue(1.5, 2.25, 'א'), cue(62.125, 62.5, 'ב')],
      fixes: { TIMES: 2 },
    },
    {
      from: 'a translation service, blanks within the times and a broken arrow',
      file: '1\n00: 00: 01, 000 -> 00: 00: 02, 500\nא\n\n2\n00:00:02,500 -- > 00:00:03,000\nב\n\n3\n00：00：03，000 --> 00：00：04，000\nג',
      cues: [cue(1, 2.5, 'א'), cue(2.5, 3, 'ב'), cue(3, 4, 'ג')],
      fixes: { TIMES: 3 },
    },
    {
      from: 'Word, which corrects arrows and puts marks of direction',
      file: '1\n\u202A00:00:01,000 –> 00:00:02,000\u202C\nא\n\n2\n00:00:02,000 → 00:00:03,000\nב\n\n3\n00:00:03,000 --&gt; 00:00:04,000\nג\n\n4\n00:00:04,000-->00:00:05,000\nד',
      cues: [cue(1, 2, 'א'), cue(2, 3, 'ב'), cue(3, 4, 'ג'), cue(4, 5, 'ד')],
      fixes: { TIMES: 4 },
    },
    {
      from: 'Word, line breaks of its own',
      file: '1\v00:00:01,000 --> 00:00:02,000\vשלום\v\v2\v00:00:02,000 --> 00:00:03,000\vלכולם',
      cues: [cue(1, 2, 'שלום'), cue(2, 3, 'לכולם')],
    },
    {
      from: 'an old Mac, and a transfer that doubled the line ends of Windows',
      file: '1\r00:00:01,000 --> 00:00:02,000\rא\r\r2\r\r\n00:00:02,000 --> 00:00:03,000\r\r\nב\r\r\nג',
      cues: [cue(1, 2, 'א'), cue(2, 3, 'ב\nג')],
    },
    {
      from: 'whole seconds, as a script writes them',
      file: '1\n00:00:01 --> 00:00:03\nשיעור בין\n10:00 --> 11:00 בערב\n\n2\n00:00:03 --> 00:00:05\nסוף',
      cues: [cue(1, 3, 'שיעור בין\n10:00 --> 11:00 בערב'), cue(3, 5, 'סוף')],
      fixes: { TIMES: 2 },
    },
    {
      from: 'a person who writes about times and orders',
      file: 'WEBVTT\n\n00:01.000 --> 00:03.000\nהבורסה נסגרת\n10:00 --> 11:00\nקנייה --> מכירה, 3 -> 4',
      cues: [cue(1, 3, 'הבורסה נסגרת\n10:00 --> 11:00\nקנייה --> מכירה, 3 -> 4')],
    },
    {
      from: 'HLS of Apple: a head, a map of time, names, settings, notes, styles and regions',
      file: 'WEBVTT - כתוביות\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\nwidth:40%\n\nNOTE הערה\nשל שתי שורות\n\nintro\n00:00:01.000 --> 00:00:02.000 region:a align:start\n<c.yellow.bg_blue>שלום</c> <lang he>לך</lang>',
      cues: [cue(1, 2, 'שלום לך')],
      fixes: { LOOKS: 4, NOTES: 1 },
    },
    {
      from: 'a head that a blank line parts, in small letters and under empty lines',
      file: '\n\nwebvtt\n\nKind: captions\nLanguage: he\n\n00:01.000 --> 00:02.000\nשלום',
      cues: [cue(1, 2, 'שלום')],
      fixes: { HEADER: 1 },
    },
    {
      from: 'Premiere and VLC, fonts and letters that lean',
      file: '1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50\n<font color="#ffff00" size=14><i>שלום</i></font>\n<B>לך</B><br/>ולנו\n',
      cues: [cue(1, 2, 'שלום\nלך\nולנו')],
      fixes: { LOOKS: 2 },
    },
    {
      from: 'ruby and karaoke',
      file: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>ריבית<rt>R</rt></ruby> <00:00:01.500>שנתית',
      cues: [cue(1, 2, 'ריביתR שנתית')],
      fixes: { LOOKS: 1 },
    },
    {
      from: 'a lecturer of finance, signs of comparison as they are',
      file: '1\n00:00:01,000 --> 00:00:02,000\nP/E < 15 > 3\na<b and c>d, x<c>y, if <p and q>2, x <v and w> y, <5> או <c.5 or d>\nאם a<b אז <לא ברור> <dana@example.org>',
      cues: [
        cue(
          1,
          2,
          'P/E < 15 > 3\na<b and c>d, x<c>y, if <p and q>2, x <v and w> y, <5> או <c.5 or d>\nאם a<b אז <לא ברור> <dana@example.org>',
        ),
      ],
    },
    {
      from: 'converters of HTML, references of each kind',
      file: 'WEBVTT\n\n00:01.000 --> 00:02.000\nS&amp;P &lt;5% &#39;א&#x27; &quot;ב&quot;&nbsp;&ndash; AT&T &unknown; &#60;i&#62; &amp;lt; &lrm;5&rlm; 5&euro;',
      cues: [cue(1, 2, 'S&P <5% \'א\' "ב"\u00a0– AT&T &unknown; <i> &lt; \u200e5\u200f 5€')],
    },
    {
      from: 'two files put together: out of order, over each other, the same twice, a mark in the middle',
      file: '1\n00:00:05,000 --> 00:00:08,000\nב\n\n1\n00:00:01,000 --> 00:00:06,000\nא\n\n\uFEFF1\n00:00:05,000 --> 00:00:08,000\nב\n',
      cues: [cue(1, 6, 'א'), cue(5, 8, 'ב')],
      fixes: { ORDER: 1, REPEATED: 1 },
    },
    {
      from: 'Whisper and converters of lyrics, captions without words or length, a number at the end',
      file: '1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:02,000 --> 00:00:02,000\nא\n\n3\n00:00:03,000 --> 00:00:03,000\nב\n\n4\n',
      cues: [cue(2, 3, 'א'), cue(3, 5, 'ב')],
      fixes: { WITHOUT_WORDS: 1, NO_LENGTH: 2 },
    },
    {
      from: 'Otter, no line at the end, and words on the line of the times',
      file: '1\n00:00:01,000 --> 00:00:02,000 Speaker 1: שלום\n\n2\n00:00:02,000 --> 00:00:03,000\nלך',
      cues: [cue(1, 2, 'Speaker 1: שלום'), cue(2, 3, 'לך')],
    },
    {
      from: 'a script that counts microseconds',
      file: 'WEBVTT\n\n00:00:01.123456 --> 00:00:02.000000\nשלום',
      cues: [cue(1.123, 2, 'שלום')],
      fixes: { TIMES: 1 },
    },
    {
      from: 'HLS, parts of a stream one behind the other, a caption in two of them',
      file: 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nא\n\n00:05.000 --> 00:07.000\nב\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:05.000 --> 00:07.000\nב\n\n00:07.000 --> 00:08.000\nג',
      cues: [cue(1, 2, 'א'), cue(5, 7, 'ב'), cue(7, 8, 'ג')],
      fixes: { REPEATED: 1 },
    },
    {
      from: 'an editor of text, the first number cut off',
      file: '00:00:01,000 --> 00:00:02,000\nא\n\n2\n00:00:02,000 --> 00:00:03,000\nב\n\n3\n00:00:03,000 --> 00:00:04,000\nג',
      cues: [cue(1, 2, 'א'), cue(2, 3, 'ב'), cue(3, 4, 'ג')],
    },
    {
      from: 'a program for slides, names of two words, a comment about times',
      file: 'WEBVTT\n\nSlide 1\n00:01.000 --> 00:02.000\n- <v Dana>א</v>\n\nNOTE cut at\n00:05 -> later\n\nSlide 2\n00:02.000 --> 00:03.000\nב',
      cues: [cue(1, 2, '- א'), cue(2, 3, 'ב')],
      fixes: { SPEAKERS: 1, NOTES: 1 },
    },
    {
      from: 'YouTube, the beginning of automatic captions alone',
      file: 'WEBVTT\n\n00:00.160 --> 00:03.429\nא\n\n00:03.429 --> 00:03.439\nא\n\n00:03.439 --> 00:05.749\nא\nב',
      cues: [cue(0.16, 3.439, 'א'), cue(3.439, 5.749, 'ב')],
      fixes: { REPEATED: 2 },
    },
    {
      from: 'a program of DOS: numbers from 0, a sign for the end of the file',
      file: '0\r\n00:00:01,000 --> 00:00:02,000\r\n\r\nשנת\r\n2026\r\n\r\n1\r\n00:00:02,000 --> 00:00:03,000\r\nב\r\n\x1a',
      cues: [cue(1, 2, 'שנת\n2026'), cue(2, 3, 'ב')],
      fixes: { BLANKS_WITHIN: 1 },
    },
    {
      from: 'ffmpeg, fonts around a place of Aegisub, and captions over each other',
      file: '1\n00:00:01,000 --> 00:00:03,000\n<font face="Arial" size="72">{\\an7}שלום</font>\n\n2\n00:00:02,000 --> 00:00:04,000\n- ה<b>ריבית</b>\n- <i>עלתה\n',
      cues: [cue(1, 3, 'שלום'), cue(2, 4, '- הריבית\n- עלתה')],
      fixes: { LOOKS: 2 },
    },
    {
      from: 'a WebVTT by hand, a note under its name and settings too near',
      file: 'WEBVTT\nNOTE made by hand\n\n1\n00:01.000 --> 00:02.000align:start\nא',
      cues: [cue(1, 2, 'א')],
      fixes: { TIMES: 1, LOOKS: 1 },
    },
    {
      from: 'OBS and other programs of live captions, which grow by words',
      file: 'WEBVTT\n\n00:01.000 --> 00:01.500\nריבית\n\n00:01.500 --> 00:02.000\nריבית היא\n\n00:02.000 --> 00:03.000\nריבית היא מחיר\n\n00:03.000 --> 00:03.500\nשל\n\n00:03.500 --> 00:04.000\nשל כסף',
      cues: [cue(1, 3, 'ריבית היא מחיר'), cue(3, 4, 'של כסף')],
      fixes: { REPEATED: 3 },
    },
    {
      from: 'a person who begins two sentences alike',
      file: 'WEBVTT\n\n00:01.000 --> 00:02.000\nלא\n\n00:02.000 --> 00:03.000\nלא כדאי\n\n00:03.000 --> 00:04.000\nאבל',
      cues: [cue(1, 2, 'לא'), cue(2, 3, 'לא כדאי'), cue(3, 4, 'אבל')],
    },
  ]
