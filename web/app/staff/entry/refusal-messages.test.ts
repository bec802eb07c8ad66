import { expect, it } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { inWords, refusalOf } from './refusal-messages'

const refused = new AppError('OPERATION_FAILED', 'כללי', 30, { cause: { code: 'FORBIDDEN', details: 'x' } })

it('reads the code of the database behind a failure, and nothing where there is none', () => {
  expect(refusalOf(refused)).toEqual({ code: 'FORBIDDEN', details: 'x' })
  for (const failure of [new Error('x'), new AppError('OPERATION_FAILED'), 'x', null])
    expect(refusalOf(failure)).toEqual({ code: '', details: '' })
})

it('says a refusal in the words of its code, with all else that is known of it', () => {
  const worded = inWords(refused, { FORBIDDEN: 'אין הרשאה' })
  expect(worded).toMatchObject({
    message: 'אין הרשאה',
    code: 'OPERATION_FAILED',
    retryAfterSeconds: 30,
    cause: refused.cause,
  })
  expect(inWords(refused, { OTHER: 'אחר' })).toBe(refused)
})
