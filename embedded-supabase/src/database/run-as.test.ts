import { expect, test } from 'vitest'
import { parseEntries, unusedId } from './run-as.ts'

const PASSWD = `root:x:0:0:root:/root:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
+@staff::::::
taken:x:60706:60800::/:/bin/sh
`
const GROUP = 'nogroup:x:65534:\nstaff:x:60707:dana,noa\n'
const EVERY_ID = '         0          0 4294967295\n'

test('users and groups are read as their files have them', () => {
  expect(parseEntries(PASSWD).map(({ name, uid }) => [name, uid])).toEqual([
    ['root', 0],
    ['nobody', 65_534],
    ['taken', 60_706],
  ])
  expect(parseEntries(GROUP).map(({ uid }) => uid)).toEqual([65_534, 60_707])
})

test('an id is unused where neither a user nor a group has it, as own or as first group', () => {
  const [users, groups] = [parseEntries(PASSWD), parseEntries(GROUP)]
  expect(unusedId(users, groups, [EVERY_ID, EVERY_ID])).toBe(60_708)
  expect(unusedId([], [], ['', ''])).toBe(60_706)
  const all = Array.from({ length: 478 }, (_, place) => ({ name: `u${place}`, uid: 60_706 + place, gid: 1 }))
  expect(unusedId(all, [], [EVERY_ID])).toBeUndefined()
})

test.each([
  ['a rootless container', '0 1000 1\n1 100000 65536\n', 60_706],
  ['one with few ids', '0 1000 1\n1 100000 999\n', undefined],
  ['one that begins behind', '0 1000 1\n60710 100000 10\n', 60_710],
])('in the namespace of %s an id must be one that it knows', (_, map, id) => {
  expect(unusedId([], [], [EVERY_ID, map])).toBe(id)
})
