import { expect, it } from 'vitest'
import { counted } from '~/shared/ui/common.he'
import { plural } from './plural'

it.each([
  [0, '0 שיעורים'],
  [1, 'שיעור אחד'],
  [2, '2 שיעורים'],
  [12, '12 שיעורים'],
])('[2.2-23] counts %i lessons as %s', (count, text) => expect(plural(count, counted.lessons)).toBe(text))
