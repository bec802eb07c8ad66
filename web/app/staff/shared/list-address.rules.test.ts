import { describe, expect, it } from 'vitest'
import { type ListAddress, readListAddress, writeListAddress } from './list-address.rules'

const SHAPE = {
  sorts: ['created_at', 'name'],
  filters: { state: ['active', 'closed'], phone: ['owed'] },
  columns: ['name', 'state', 'email'],
}
const read = (query: string) => readListAddress(new URLSearchParams(query), SHAPE)
const USUAL: ListAddress = {
  search: '',
  sort: 'created_at',
  direction: 'desc',
  filters: {},
  columns: [],
  dense: false,
  place: null,
}

describe('the address of a list', () => {
  it('says nothing for the usual view', () => {
    expect(read('')).toEqual(USUAL)
    expect(writeListAddress(USUAL, SHAPE).toString()).toBe('')
  })

  it('searches without the invisible letters that were copied along', () => {
    expect(read(`search=${encodeURIComponent('\u2066dana@example.com\u2069\u00a0')}`).search).toBe('dana@example.com')
  })

  it('is read as it was written', () => {
    const view: ListAddress = {
      search: 'דנה לוי & co~',
      sort: 'name',
      direction: 'asc',
      filters: { state: 'closed', phone: 'owed' },
      columns: ['name', 'email'],
      dense: true,
      place: { way: 'before', value: 'a~b &c', id: '1-2' },
    }
    expect(read(writeListAddress(view, SHAPE).toString())).toEqual(view)
  })

  it.each([
    ['sort=email', USUAL],
    ['state=gone&other=1', USUAL],
    ['columns=secret', USUAL],
    ['after=&before=~', USUAL],
    ['after=x', USUAL],
    ['direction=up', USUAL],
    ['rows=huge', USUAL],
  ])('leaves out what the list does not know: %s', (query, address) => {
    expect(read(query)).toEqual(address)
  })

  it.each([
    ['', ['name', 'state'], ''],
    ['columns=state%2Cname', ['name', 'state'], ''],
    ['columns=email', ['email'], 'columns=email'],
    ['columns=all', [], 'columns=all'],
    ['columns=secret', ['name', 'state'], ''],
  ])('shows the usual columns of a list that has some, unless others are chosen: %j', (query, columns, written) => {
    const shape = { ...SHAPE, usual: ['name', 'state'] }
    const address = readListAddress(new URLSearchParams(query), shape)
    expect(address.columns).toEqual(columns)
    expect(writeListAddress(address, shape).toString()).toBe(written)
  })
})
