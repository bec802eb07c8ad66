import { describe, expect, it } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { EditConflict, FieldRefusal, toEditFailure } from './refusals'

const refused = (code: string, details: unknown) =>
  new AppError('UNKNOWN_ERROR', 'x', undefined, { cause: { code, details } })
const readers = {
  toValues: (stored: { list: string[] }) => ({ list: stored.list.join('\n') }),
  formatProblem: (code: string) => (code === 'VALUE_INVALID' ? 'לא תקין' : undefined),
}
const toFailure = (failure: unknown) => toEditFailure(failure, readers)

describe('what a save throws', () => {
  it('tells of a conflict what stands now and who made it so', () => {
    const changes = [{ field: 'list', by: 'נועה', at: '2026-11-20T10:00:00Z' }]
    const failure = toFailure(
      refused('VERSION_CONFLICT', JSON.stringify({ version: 4, values: { list: ['a', 'b'] }, changes })),
    )
    expect(failure).toBeInstanceOf(EditConflict)
    expect(failure).toMatchObject({ newer: { version: 4, values: { list: 'a\nb' }, changes } })
  })

  it('tells which field was refused', () => {
    const failure = toFailure(refused('VALUE_INVALID', '{"field":"list"}'))
    expect(failure).toBeInstanceOf(FieldRefusal)
    expect(failure).toMatchObject({ problems: { list: 'לא תקין' } })
  })

  it.each([
    ['a code of the whole form', refused('FORBIDDEN', '{"field":"list"}')],
    ['details that are none', refused('VALUE_INVALID', 'list')],
    ['no details', refused('VERSION_CONFLICT', null)],
    ['another failure', new Error('x')],
    ['no error at all', 'x'],
  ])('leaves %s as it is', (_, failure) => expect(toFailure(failure)).toBe(failure))
})
