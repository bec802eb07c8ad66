import { type TestInput, windows1255 } from './test-input'

/** Files in Aiken as Moodle reads them, and as people write them. */
export const AIKEN_FILES: readonly TestInput[] = [
  {
    from: 'the example of Moodle',
    file: 'מהי ריבית?\nA. מחיר הכסף\nB) קנס\nC. מס\nANSWER: A\n\nומהו מס?\nA) תשלום\nB) מתנה\nANSWER: B',
    takes: [
      {
        kind: 'single-choice',
        text: 'מהי ריבית?',
        right: 'a',
        options: [{ text: 'מחיר הכסף' }, { text: 'קנס' }, { text: 'מס' }],
      },
      { right: 'b' },
    ],
  },
  {
    from: 'Word, saved as text on Windows, with a mark',
    file: '\ufeffמהי ריבית?\r\nA. מחיר\r\nB. קנס\r\nANSWER: B\r\n',
    takes: [{ right: 'b' }],
  },
  {
    from: 'Notepad on Hebrew Windows, Hebrew letters',
    file: windows1255('מהי ריבית?\r\nא. מחיר\r\nב. קנס\r\nתשובה: ב\r\n'),
    takes: [{ right: 'b' }],
  },
  {
    from: 'small letters, no blanks, no empty lines between',
    file: 'מה?\na)כן\nb)לא\nanswer:b\nומה?\na)כן\nb)לא\nanswer:a',
    takes: [{ right: 'b' }, { right: 'a' }],
  },
  {
    from: 'a question and an option of several lines',
    file: 'מה\nזה?\nA. כן\nבהחלט\nB. לא\nANSWER: A',
    takes: [{ text: 'מה\nזה?', options: [{ text: 'כן\nבהחלט' }, { text: 'לא' }] }],
  },
  {
    from: 'two right answers',
    file: 'מה?\nA. כן\nB. לא\nC. אולי\nANSWER: A, C',
    takes: [{ kind: 'multiple-choice', right: ['a', 'c'] }],
  },
  { from: 'an answer outside of the options', file: 'מה?\nA. כן\nB. לא\nANSWER: D', refuses: [[1, 'RIGHT_OUTSIDE']] },
  {
    from: 'no answer before the next question',
    file: 'מה?\nA. כן\nB. לא\n\nומה?\nA. כן\nB. לא\nANSWER: A',
    takes: [{ text: 'ומה?' }],
    refuses: [[1, 'ANSWER_MISSING']],
  },
  { from: 'a letter that is left out', file: 'מה?\nA. כן\nC. לא\nANSWER: A', refuses: [[1, 'SYNTAX']] },
  { from: 'an empty answer', file: 'מה?\nA. כן\nB. לא\nANSWER:', refuses: [[1, 'ANSWER_MISSING']] },
]
