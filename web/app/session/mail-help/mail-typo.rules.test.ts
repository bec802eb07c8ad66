import { describe, expect, it } from 'vitest'
import { likelyAddress } from './mail-typo.rules'

describe('a slip in the domain', () => {
  it.each([
    ['dana@gmial.com', 'dana@gmail.com'],
    ['dana@gmail.co', 'dana@gmail.com'],
    ['dana@gamil.com', 'dana@gmail.com'],
    ['dana@gmail.con', 'dana@gmail.com'],
    ['dana@gnail.com', 'dana@gmail.com'],
    [' Dana.Levi@GMAIL.CM ', 'Dana.Levi@gmail.com'],
    ['dana@hotmial.com', 'dana@hotmail.com'],
    ['dana@hotmail.co.li', 'dana@hotmail.co.il'],
    ['dana@outlok.com', 'dana@outlook.com'],
    ['dana@yaho.com', 'dana@yahoo.com'],
    ['dana@wala.co.il', 'dana@walla.co.il'],
    ['dana@walla.coil', 'dana@walla.co.il'],
    ['dana@iclod.com', 'dana@icloud.com'],
    ['dana@netvison.net.il', 'dana@netvision.net.il'],
  ])('%j probably means %s', (typed, meant) => expect(likelyAddress(typed)).toBe(meant))

  it.each([
    'dana@gmail.com',
    'dana@walla.co.il',
    'dana@example.com',
    'dana@mail.com',
    'dana@email.com',
    'dana@ymail.com',
    'dana@huji.ac.il',
    'dana@bank.co.il',
    'dana',
    '@gmial.com',
    'dana@',
    '',
  ])('%j looks right, or is nothing to guess about', (typed) => expect(likelyAddress(typed)).toBeNull())
})
