import { describe, expect, it } from 'vitest'
import { readTypedCode } from './typed-code.rules'

describe('a field for a code', () => {
  it.each([
    ['digit by digit', '123', '123'],
    ['whole', '123456', '123456'],
    ['as phones show it, in two pieces', '123 456', '123456'],
    ['with a hyphen', '123-456', '123456'],
    ['with blanks around it', '  123456 ', '123456'],
    ['with a blank that does not break', '123\u00a0456', '123456'],
    ['with direction marks, as mail programs copy it', '\u202b\u200e123456\u202c', '123456'],
    ['on an Arabic keyboard', '١٢٣٤٥٦', '123456'],
    ['with the words before it', 'הקוד שלך: 123456', '123456'],
    ['with the words around it', 'הקוד 123456 תקף לשעה. אל תעבירו אותו.', '123456'],
    ['with another number in the sentence', 'קוד הכניסה: 123-456, בתוקף ל־60 דקות', '123456'],
    ['twice, from subject and body', '123456 הוא הקוד שלכם. הקוד: 123 456', '123456'],
    ['behind what was typed before', '12 הקוד: 654321', '654321'],
    ['as nothing, to take it back', '', ''],
  ])('reads it %s', (_how, typed, digits) => expect(readTypedCode(typed, '9')).toBe(digits))

  it.each([
    ['two codes', 'הקוד 123456, ולא 654321'],
    ['two codes without words', '123456 654321'],
    ['a seventh digit', '1234567'],
    ['a letter', '9a'],
    ['words alone', 'הקוד שלך'],
    ['a phone', '050-123-4567'],
    ['an amount', 'סך הכול 123456.78'],
    ['a bank account', '12-345-678'],
    ['five digits', 'הקוד שלך: 12345'],
    ['eight digits', '1234 5678'],
  ])('stays as it was at %s', (_what, typed) => expect(readTypedCode(typed, '9')).toBe('9'))
})
