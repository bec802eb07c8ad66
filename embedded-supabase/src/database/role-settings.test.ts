import { expect, test } from 'vitest'
import { parseSettings } from './role-settings.ts'

test('reads the settings of a role, values with an equals sign included', () => {
  expect(parseSettings(['statement_timeout=3s', 'my.pair=a=b', 'search_path=private'])).toEqual({
    statement_timeout: '3s',
    'my.pair': 'a=b',
  })
})
