import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

test.each([
  ['/', '/'],
  ['/?x=1', '/'],
  ['/courses?x', '/courses'],
  ['/courses/abc?utm_source=mail&x=2', '/courses/abc'],
  ['/terms?x=1&version=2', '/terms?version=2'],
  ['/terms/?version=2', '/terms/?version=2'],
  ['/login?error=account_inactive&a=b', '/login?error=account_inactive'],
  ['/unsubscribe?x=1&token=a%2Bb&failed', '/unsubscribe?failed=&token=a%2Bb'],
  ['/courses.data?x=1&_routes=routes%2Fpublic%2Fcourses', '/courses.data?_routes=routes%2Fpublic%2Fcourses'],
  ['/terms.data?_routes=terms&version=3&y', '/terms.data?_routes=terms&version=3'],
  ['/__manifest?p=%2Fb&x=1&p=%2Fa&version=v', '/__manifest?p=%2Fb&p=%2Fa&version=v'],
  ['/constructor?x', '/constructor'],
  ['/terms?constructor=1', '/terms'],
  ['/terms?version=2&version=3', '/terms?version=2'],
  ['/news?tag=%D7%9E%D7%A1&x=1', '/news?tag=%D7%9E%D7%A1'],
  ['/news?tag=a%2Cb', '/news'],
  ['/login?error=made_up', '/login'],
  ['/login?error=made_up&error=account_inactive', '/login'],
  ['/admin/login?error=no_session&error=x', '/admin/login?error=no_session'],
  ['/?utm_source=a&utm_medium=b&utm_campaign=c&fbclid=d&gclid=e', '/'],
  [`/courses/abc?${'q=%D7%A9&'.repeat(9)}`, '/courses/abc'],
])('%s is the page %s', (address, page) => expect(pageAddress(address)).toBe(page))
