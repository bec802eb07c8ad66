import { expect, it } from 'vitest'
import { isStudentAccount } from './user-type.rules'

it.each([
  [undefined, true],
  [{}, true],
  [{ user_type: null }, true],
  [{ user_type: '' }, true],
  [{ user_type: 'student' }, true],
  [{ user_type: 'admin' }, false],
  [{ user_type: 'teacher' }, false],
])('[4-02] [4-15] the metadata %j is of a student: %s', (user_metadata, student) => {
  expect(isStudentAccount(user_metadata ? { user_metadata } : {})).toBe(student)
})
