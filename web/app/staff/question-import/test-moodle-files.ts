import { type TestInput, windows1255 } from './test-input'

const text = (name: string, words: string, format = 'html') =>
  `<${name} format="${format}"><text><![CDATA[${words}]]></text></${name}>`
const question = (type: string, inner: string, words = '<p>מה?</p>') =>
  `<question type="${type}"><name><text>שאלה</text></name>${text('questiontext', words)}${inner}</question>`
const answer = (fraction: number, words: string, why = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${words}]]></text>${text('feedback', why)}</answer>`
const quiz = (...questions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`
const category = (path: string) =>
  `<question type="category"><category><text>${path}</text></category><info format="html"><text></text></info></question>`
const exact = (fraction: number, value: string, tolerance: string, why = '') =>
  `<answer fraction="${fraction}" format="moodle_auto_format"><text>${value}</text>${text('feedback', why)}<tolerance>${tolerance}</tolerance></answer>`
const typed = (fraction: number, words: string) =>
  `<answer fraction="${fraction}" format="moodle_auto_format"><text>${words}</text>${text('feedback', '')}</answer>`
const CHOICE = `<single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering>${answer(100, '<p>כן</p>', 'נכון')}${answer(0, 'לא', 'טעות')}`

/** Files in Moodle XML as Moodle and programs beside it write them. */
export const MOODLE_FILES: readonly TestInput[] = [
  {
    from: 'Moodle 4: a choice with all that it writes',
    file: quiz(
      category('$course$/top/מימון/ריבית'),
      '<!-- question: 91  -->',
      question(
        'multichoice',
        `${text('generalfeedback', '')}<defaultgrade>1.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden><idnumber></idnumber>${text('correctfeedback', 'תשובתך נכונה.')}${CHOICE}`,
        '<p>מהי <b>ריבית</b>&nbsp;דריבית?</p><p>בחרו.</p>',
      ),
    ),
    takes: [
      {
        kind: 'single-choice',
        topic: 'ריבית',
        text: 'מהי **ריבית** דריבית?\n\nבחרו.',
        right: 'a',
        options: [
          { text: 'כן', why: 'נכון' },
          { text: 'לא', why: 'טעות' },
        ],
      },
    ],
  },
  {
    from: 'a program that escapes instead of CDATA, in Windows-1255',
    file: windows1255(
      '<?xml version="1.0"?><quiz><question type="truefalse"><questiontext format="html"><text>&lt;p&gt;מס?&lt;/p&gt;</text></questiontext><answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer></question></quiz>',
    ),
    takes: [{ kind: 'true-false', text: 'מס?', right: false }],
  },
  {
    from: 'several right, a fixed order',
    file: quiz(
      question(
        'multichoice',
        `<single>false</single><shuffleanswers>0</shuffleanswers>${answer(50, 'א')}${answer(50, 'ב')}${answer(-50, 'ג')}`,
      ),
    ),
    takes: [{ kind: 'multiple-choice', right: ['a', 'b'], keepOrder: true }],
  },
  {
    from: 'shares of the points',
    file: quiz(
      question('multichoice', `<single>true</single>${answer(100, 'א')}${answer(50, 'ב')}`),
      question('multichoice', `<single>false</single>${answer(75, 'א')}${answer(25, 'ב')}${answer(0, 'ג')}`),
    ),
    takes: [{ kind: 'multiple-choice' }],
    refuses: [[1, 'PARTIAL']],
    notes: ['PENALTY'],
  },
  {
    from: 'a penalty in a choice of one',
    file: quiz(question('multichoice', `<single>true</single>${answer(100, 'א')}${answer(-33.33333, 'ב')}`)),
    takes: [{ kind: 'single-choice' }],
    notes: ['PENALTY'],
  },
  {
    from: 'numbers with tolerance and units',
    file: quiz(
      question(
        'numerical',
        `${exact(100, '170', '0.5', 'כך')}${exact(0, '17', '0', 'בלי אפס')}${exact(0, '*', '0')}<units><unit><multiplier>1</multiplier><unit_name>₪</unit_name></unit></units>`,
      ),
      question('numerical', exact(100, '3.14', '0.01')),
      question(
        'numerical',
        `${exact(100, '5', '0')}<units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>`,
      ),
      question('numerical', `${exact(100, '5', '0')}${exact(50, '5', '1')}`),
      question('numerical', exact(100, 'x+1', '0')),
    ),
    takes: [
      {
        kind: 'number',
        right: '170',
        tolerance: '0.5',
        unit: 'shekel',
        why: 'כך',
        mistakes: [{ value: '17', why: 'בלי אפס' }],
      },
      { right: '3.14', unit: 'number' },
    ],
    refuses: [
      [3, 'UNIT_NOT_OURS'],
      [4, 'PARTIAL'],
      [5, 'NOT_A_NUMBER'],
    ],
  },
  {
    from: 'typed words, patterns, shares, letters in capitals',
    file: quiz(
      question('shortanswer', `<usecase>0</usecase>${typed(100, 'מס')}${typed(100, 'a &lt; b')}${typed(0, '*')}`),
      question('shortanswer', `<usecase>0</usecase>${typed(100, 'מס*')}`),
      question('shortanswer', `${typed(100, 'מס')}${typed(50, 'מיסים')}`),
      question('shortanswer', `<usecase>1</usecase>${typed(100, 'ETF')}`),
      question('shortanswer', typed(100, 'מס'), 'זהו ____ הכנסה'),
    ),
    takes: [
      { kind: 'fill-in', text: 'מה?\n[[a]]', gaps: [{ accepted: ['מס', 'a < b'] }] },
      { gaps: [{ accepted: ['ETF'] }] },
      { text: 'זהו [[a]] הכנסה' },
    ],
    refuses: [
      [2, 'WILDCARD'],
      [3, 'PARTIAL'],
    ],
    notes: ['CASE'],
  },
  {
    from: 'pairs, and sides that belong to nothing',
    file: quiz(
      question(
        'matching',
        '<shuffleanswers>true</shuffleanswers><subquestion format="html"><text><![CDATA[<p>שכר</p>]]></text><answer><text>הכנסה</text></answer></subquestion><subquestion format="html"><text>דירה</text><answer><text>הוצאה</text></answer></subquestion><subquestion format="html"><text></text><answer><text>חוב</text></answer></subquestion>',
      ),
    ),
    takes: [
      {
        kind: 'matching',
        pairs: [
          { left: 'שכר', right: 'הכנסה' },
          { left: 'דירה', right: 'הוצאה' },
        ],
        extra: [{ right: 'חוב' }],
      },
    ],
  },
  {
    from: 'an order',
    file: quiz(question('ordering', ['א', 'ב', 'ג'].map((item) => answer(1, item)).join(''))),
    takes: [{ kind: 'ordering', items: [{ text: 'א' }, { text: 'ב' }, { text: 'ג' }] }],
  },
  {
    from: 'words to choose in a text',
    file: quiz(
      question(
        'gapselect',
        '<selectoption><text>הכנסה</text><group>1</group></selectoption><selectoption><text>רכוש</text><group>1</group></selectoption>',
        'מס [[1]] מנוכה',
      ),
    ),
    takes: [
      {
        kind: 'fill-in',
        text: 'מס [[a]] מנוכה',
        gaps: [{ right: 'a', options: [{ text: 'הכנסה' }, { text: 'רכוש' }] }],
      },
    ],
  },
  {
    from: 'embedded answers',
    file: quiz(
      question(
        'cloze',
        text('generalfeedback', 'כי כך'),
        'מס {1:SHORTANSWER:=הכנסה#נכון~%100%הכנסות} של {2:MULTICHOICE:=10\\}~20#לא} אחוז',
      ),
      question('multianswer', '', '{1:NUMERICAL:=5:0.1}'),
    ),
    takes: [
      {
        kind: 'fill-in',
        text: 'מס [[a]] של [[b]] אחוז',
        gaps: [
          { accepted: ['הכנסה', 'הכנסות'], why: 'נכון' },
          { right: 'a', options: [{ text: '10}' }, { text: '20', why: 'לא' }] },
        ],
      },
    ],
    refuses: [[2, 'RELATIVE_TOLERANCE']],
  },
  {
    from: 'kinds that the academy has not',
    file: quiz(
      question('essay', ''),
      question('description', ''),
      question('calculated', ''),
      question('ddmarker', ''),
    ),
    refuses: [
      [1, 'KIND_NOT_OURS'],
      [2, 'KIND_NOT_OURS'],
      [3, 'KIND_NOT_OURS'],
      [4, 'KIND_NOT_OURS'],
    ],
  },
  {
    from: 'pictures in the question, in an answer, in an explanation',
    file: quiz(
      question(
        'multichoice',
        CHOICE,
        '<p>מה?<img src="@@PLUGINFILE@@/a.png" alt="תרשים"></p><file name="a.png" encoding="base64">AAAA</file>',
      ),
      question('multichoice', `<single>true</single>${answer(100, '<img src="x">')}${answer(0, 'לא')}`),
      question('multichoice', `${CHOICE}${text('generalfeedback', 'ראו <img src="@@PLUGINFILE@@/b.png">')}`),
    ),
    takes: [{ kind: 'single-choice' }],
    refuses: [
      [1, 'PICTURE'],
      [2, 'PICTURE'],
    ],
    notes: ['FILES_LEFT'],
  },
  {
    from: 'TeX, a power, a list, a link, a film',
    file: quiz(
      question('multichoice', CHOICE, 'כמה $$x^2$$?'),
      question('multichoice', CHOICE, 'כמה 10<sup>2</sup> ו־H<sub>2</sub>O<sup>ab</sup>?'),
      question('multichoice', CHOICE, '<ul><li>א</li><li>ב</li></ul><ol><li>ג</li></ol>'),
      question('multichoice', CHOICE, '<a href="https://example.org">כאן</a>'),
      question('multichoice', CHOICE, '<video src="a.mp4"></video>מה?'),
    ),
    takes: [{ text: 'כמה 10² ו־H₂O^(ab)?' }, { text: '• א\n\n• ב\n\n1. ג' }, { text: 'כאן (https://example.org)' }],
    refuses: [
      [1, 'FORMULA_TEX'],
      [5, 'MEDIA'],
    ],
    notes: ['LINK'],
  },
  {
    from: 'what goes with a question and has no place',
    file: quiz(
      question(
        'multichoice',
        `<defaultgrade>5</defaultgrade><hidden>1</hidden>${text('hint', 'רמז')}${text('incorrectfeedback', 'קראו שוב את הפרק')}${CHOICE}`,
      ),
    ),
    takes: [{ kind: 'single-choice' }],
    notes: ['HIDDEN', 'DEFAULT_GRADE', 'HINTS', 'FEEDBACK_LEFT'],
  },
  {
    from: 'plain texts with signs of tags',
    file: quiz(
      question(
        'multichoice',
        `<single>true</single><answer fraction="100" format="plain_text"><text>a &lt;b&gt; c</text></answer><answer fraction="0" format="plain_text"><text>1 &lt; 2</text></answer>`,
      ),
    ),
    takes: [{ options: [{ text: 'a <b> c' }, { text: '1 < 2' }] }],
  },
  {
    from: 'entities of its own (a billion laughs)',
    file: '<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><quiz><question type="truefalse"><questiontext><text>&b;</text></questiontext></question></quiz>',
    fault: 'XML',
  },
  { from: 'a file that was cut', file: quiz(question('truefalse', '')).slice(0, 120), fault: 'XML' },
  {
    from: 'elements within elements without end',
    file: `<quiz>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</quiz>`,
    fault: 'XML',
  },
  { from: 'QTI', file: '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0"/>', fault: 'OTHER_XML' },
  { from: 'a course without questions', file: quiz(category('$course$/top')), fault: 'EMPTY' },
]
