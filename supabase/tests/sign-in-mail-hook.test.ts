import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compileTemplate } from '../../embedded-supabase/src/auth/mails/go-template.ts'
import { readProjectConfig } from '../../embedded-supabase/src/project-config.ts'
import { database, deliver, received, withMailServer } from './support/mail-server.ts'
import { callAs, owner } from './support/outcome.ts'
import { makeAccount, openSession, type Person, signUpStaff } from './support/people.ts'
import { PROJECT } from './support/project.ts'
import { linkToken, RETURN_TO, type SentMail, sendAsGoTrue } from './support/sign-in-service.ts'

withMailServer()

let serial = 0
let dana: Person
const CONFIRMED = { email_confirmed_at: '2026-11-01T00:00:00Z' }
const userOf = (person: Person) => ({ id: person.id, email: person.email, ...CONFIRMED })

// A project's sign-in service keeps no count of mails that the database can ask.
beforeAll(() => owner(database, 'drop function mail.count_mail_to(text)'))
beforeEach(async () => {
  serial += 1
  dana = await makeAccount(database, `dana${serial}@example.com`)
  await owner(database, 'delete from email_outbox where true')
  await owner(database, 'delete from private.attempts where true')
})

const queued = () =>
  owner<{ kind: string; recipient: string; subject: string; content: Record<string, string>; request_hash: string }>(
    database,
    'select kind, recipient, subject, content, request_hash from email_outbox order by recipient',
  )
const permit = (person = dana) => callAs(database, person.caller, 'begin_email_change')
const magicLink = (person = dana): SentMail => ({ action: 'magiclink', user: userOf(person) })
const changeTo = (next: string, person = dana) =>
  sendAsGoTrue(
    database,
    { action: 'email_change', user: { ...userOf(person), new_email: next }, tokenOfPresent: linkToken() },
    'update auth.users set email_change = $2, email_change_sent_at = now() where id = $1',
    [person.id, next],
  )
const outcome = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: Error) => error.message,
  )

describe('what the sign-in service has sent', () => {
  test.each([
    ['signup', 'confirmation', 'אישור ההרשמה'],
    ['magiclink', 'magic_link', 'הכניסה לחשבון'],
    ['invite', 'invite', 'הזמנה לצוות'],
    ['recovery', 'recovery', 'הכניסה לחשבון'],
  ])('%s is one mail with the token in its link and a code of our own', async (action, kind, subject) => {
    const token = linkToken()
    await sendAsGoTrue(database, { action, user: userOf(dana), token })
    const [mail, ...more] = await queued()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind, recipient: dana.email, subject: `${subject} · האקדמיה לפיננסים` })
    expect(mail?.request_hash).toBe('a'.repeat(64))
    expect(mail?.content.code).toMatch(/^\d{6}$/)
    expect(await deliver()).toMatchObject({ body: { sent: 1 } })
    const { html, text } = await PostalMime.parse(received[0]?.text ?? '')
    for (const body of [html?.replaceAll('&amp;', '&'), text]) {
      expect(body).toContain(`https://academy.test/auth/callback?token_hash=${token}&type=`)
      expect(body).toContain(`&to=${encodeURIComponent(RETURN_TO)}`)
      expect(body).toContain(mail?.content.code)
      expect(body).not.toContain('0123456789')
    }
  })

  test('to staff it speaks of the staff area, and with the link of an invitation of who invites, the role and until when', async () => {
    const member = await signUpStaff(database, `member${serial}@academy.example`, 'admin')
    await owner(database, `update admin_users set first_name = 'נועה', last_name = 'לוי' where id = $1`, [
      member.adminId,
    ])
    const guest = await makeAccount(database, `guest${serial}@academy.example`)
    const invitation = [guest.email, 'analyst', '', '']
    const { token } = await callAs<{ token: string }>(database, member.caller, 'create_admin_invitation', invitation)
    const redirectTo = `https://academy.test/admin/accept-invitation?token=${token}`
    await sendAsGoTrue(database, { action: 'magiclink', user: userOf(guest), redirectTo })
    await sendAsGoTrue(database, { action: 'magiclink', user: userOf(member) })
    expect((await queued()).map(({ recipient, subject }) => [recipient, subject.split(' · ')[0]])).toEqual([
      [guest.email, 'הזמנה לצוות'],
      [member.email, 'הכניסה למערכת הניהול'],
    ])
    received.length = 0
    await deliver()
    const texts = await Promise.all(received.map(async ({ text }) => (await PostalMime.parse(text)).text ?? ''))
    expect(texts.find((text) => text.includes('הוזמנתם על ידי נועה לוי'))).toMatch(
      /בתפקיד ״ניתוח נתונים״\. ההזמנה תקפה עד \d/,
    )
    expect(texts.some((text) => text.includes('ואתם במערכת הניהול'))).toBe(true)
  })

  test('a change of address is a mail to each: the names of its two tokens are the wrong way round', async () => {
    await permit()
    const [token, tokenOfPresent] = [linkToken(), linkToken()]
    const user = { ...userOf(dana), new_email: 'next@example.com' }
    await sendAsGoTrue(database, { action: 'email_change', user, token, tokenOfPresent })
    const mails = await queued()
    expect(mails.map(({ recipient, content }) => [recipient, content.token])).toEqual([
      [dana.email, tokenOfPresent],
      ['next@example.com', token],
    ])
    expect(mails[0]?.content.code).not.toBe(mails[1]?.content.code)
  })

  test('a change that only the new address confirms is one mail to it', async () => {
    await permit()
    await sendAsGoTrue(database, { action: 'email_change', user: { ...userOf(dana), new_email: 'sole@example.com' } })
    expect((await queued()).map(({ recipient }) => recipient)).toEqual(['sole@example.com'])
  })

  test('a notification is none: triggers of ours have queued the notice', async () => {
    for (const what of ['password_changed', 'email_changed', 'mfa_factor_enrolled', 'identity_linked'])
      await sendAsGoTrue(database, { action: `${what}_notification`, user: userOf(dana) })
    expect(await queued()).toEqual([])
  })

  test.each(['reauthentication', 'something_new', ''])('%j is refused: nothing here takes it', async (action) => {
    const sending = sendAsGoTrue(database, { action, user: userOf(dana) })
    await expect(sending).rejects.toMatchObject({ error: { http_code: 422 } })
    expect(await queued()).toEqual([])
  })
})

describe('mails are the same as those of the embedded server', () => {
  const templates = readProjectConfig(PROJECT, {}).auth.email.template

  test.each([
    ['magiclink', 'magic_link'],
    ['signup', 'confirmation'],
    ['invite', 'invite'],
    ['recovery', 'recovery'],
    ['email_change', 'email_change'],
  ])('%s: subject, HTML and words', async (action, kind) => {
    await permit()
    const token = linkToken()
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
    const user = { ...userOf(dana), new_email: 'next@example.com' }
    await sendAsGoTrue(database, { action, user, token, userAgent })
    const [mail] = await queued()
    await deliver()
    const sent = await PostalMime.parse(received[0]?.text ?? '')
    const [{ words } = { words: {} }] = await owner<{ words: object }>(
      database,
      'select private.mail_request_words($1) as words',
      [JSON.stringify({ user_agent: userAgent, requested_at: new Date().toISOString() })],
    )
    const variables = {
      ...words,
      RequestedAt: mail?.content.asked_at,
      SiteURL: 'https://academy.test',
      TokenHash: token,
      Token: mail?.content.code,
      Email: dana.email,
      NewEmail: 'next@example.com',
      RedirectTo: RETURN_TO,
    }
    const template = templates[kind]
    const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    const path = template?.content_path ?? ''
    // The address to copy is escaped here as that of the button is; a template of the service shows it as it was asked.
    const plain = (text = '') =>
      decodeURIComponent(text.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))
        .replaceAll(/&#(\d+);/g, (_, point) => String.fromCharCode(Number(point)))
        .trim()
    expect(sent.subject?.replace(/^\u200f/, '')).toBe(compileTemplate(template?.subject ?? '', 'text')(variables))
    expect(plain(sent.html)).toBe(plain(compileTemplate(source(path))(variables)))
    const text = compileTemplate(source(path.replace('.html', '.txt')), 'text')(variables)
    expect(plain(sent.text)).toBe(plain(text))
  })

  test.each([
    ['', undefined],
    ['&on=Chrome-Windows', 'Chrome, Windows'],
    ['&on=Samsung_Internet-Android', 'Samsung Internet, Android'],
    ['&on=-iOS', 'iOS'],
    ['&on=Firefox-', 'Firefox'],
    ['&on=Windows-Chrome', undefined],
    ['&on=Call_us_now-Today', undefined],
    ['&on=%3Cb%3E-Windows', undefined],
  ])('the device is that of the page that asked, in words of our own list: %j', async (on, words) => {
    await sendAsGoTrue(database, { ...magicLink(), redirectTo: RETURN_TO.replace('&for=', `${on}&for=`) })
    const [mail] = await queued()
    expect(mail?.content.asked_from).toBe(words)
    await deliver()
    const { text } = await PostalMime.parse(received[0]?.text ?? '')
    expect(text).toMatch(words ? `${mail?.content.asked_at} מהמכשיר ${words}.` : `${mail?.content.asked_at}.`)
  })

  test('a change of address knows that of its session', async () => {
    await owner(database, `update auth.sessions set user_agent = 'Mozilla (iPhone) CriOS/1' where user_id = $1`, [
      dana.id,
    ])
    await permit()
    await changeTo('device@example.com')
    const change = (await queued()).find(({ recipient }) => recipient === 'device@example.com')
    expect(change?.content.asked_from).toBe('Chrome, iOS')
  })
})

describe('permission is asked before anything is sent', () => {
  test('a change of address without a fresh sign-in is refused in words that clients know, and mails nobody', async () => {
    for (let i = 0; i < 10; i++)
      await expect(changeTo('stranger@example.com')).rejects.toMatchObject({
        error: { http_code: 403, message: expect.stringMatching(/^REAUTHENTICATION_NEEDED /) },
      })
    expect(await queued()).toEqual([])
  })

  test('one that is under way is mailed again without, to the same address only', async () => {
    await permit()
    await changeTo('waiting@example.com')
    await owner(database, 'delete from private.permits where user_id = $1', [dana.id])
    expect(await outcome(changeTo('waiting@example.com'))).toBe('sent')
    expect(await outcome(changeTo('another@example.com'))).toMatch(/^REAUTHENTICATION_NEEDED/)
  })

  test('a closed account gets no mail', async () => {
    await owner(database, `update auth.users set banned_until = now() + interval '1 year' where id = $1`, [dana.id])
    await expect(sendAsGoTrue(database, magicLink())).rejects.toMatchObject({
      error: { http_code: 403, message: 'Account is deactivated. Please contact support.' },
    })
    expect(await queued()).toEqual([])
  })

  test('a write that fails afterwards takes mail, code and count back', async () => {
    await permit()
    for (let i = 0; i < 10; i++) {
      const mail = { action: 'email_change', user: { ...userOf(dana), new_email: 'undone@example.com' } }
      await expect(sendAsGoTrue(database, mail, 'select 1 / 0')).rejects.toThrow('division')
    }
    expect(await queued()).toEqual([])
    expect(
      await owner(database, 'select from private.mail_codes where recipient = $1', ['undone@example.com']),
    ).toEqual([])
    expect(await outcome(changeTo('undone@example.com'))).toBe('sent')
  })

  test('ten changes to a stranger, by as many accounts and at once, mail them four times', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, i) => makeAccount(database, `many${serial}-${i}@example.com`)),
    )
    for (const person of people) await permit(person)
    const outcomes = await Promise.all(people.map((person) => outcome(changeTo('victim@example.com', person))))
    expect(outcomes.filter((one) => one === 'sent').length).toBe(4)
    for (const one of outcomes.filter((other) => other !== 'sent'))
      expect(one).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    expect((await queued()).filter(({ recipient }) => recipient === 'victim@example.com').length).toBe(4)
  })

  test('of five mails an hour one is kept for whoever signs in; spellings of a mailbox share them', async () => {
    const spelled = [
      'v.ictim@gmail.com',
      'victim+1@gmail.com',
      'VICTIM@googlemail.com',
      'vic.tim+x@gmail.com',
      'victim@gmail.com',
    ]
    const asked = spelled.map((email) => ({ action: 'signup', user: { id: dana.id, email } }))
    const outcomes = []
    for (const mail of asked) outcomes.push(await outcome(sendAsGoTrue(database, mail)))
    expect(outcomes.map((one) => one === 'sent')).toEqual([true, true, true, true, false])
    const own = { action: 'magiclink', user: { id: dana.id, email: 'victim@gmail.com', ...CONFIRMED } }
    expect(await outcome(sendAsGoTrue(database, own))).toBe('sent')
    expect(await outcome(sendAsGoTrue(database, own))).toMatch(/after \d+ seconds/)
  })

  test('a mail that let somebody in does not count: twelve sign-ins in an hour', async () => {
    for (let i = 0; i < 12; i++) {
      expect(await outcome(sendAsGoTrue(database, magicLink()))).toBe('sent')
      await database.asAuthAdmin((tx) => openSession(tx, dana))
    }
    expect(await owner(database, `select from private.attempts where scope like 'mail mailbox%'`)).toEqual([])
  })

  test('twenty a day, whatever the hour', async () => {
    for (let hour = 0; hour < 8; hour++) {
      for (let i = 0; i < 5; i++) await outcome(sendAsGoTrue(database, magicLink()))
      await owner(database, `update private.attempts set occurred_at = occurred_at - interval '61 minutes' where true`)
    }
    expect((await queued()).length).toBe(20)
  })

  test('mails of recovery and of signing in share the limits of a mailbox', async () => {
    for (let i = 0; i < 4; i++) await owner(database, 'select private.take_mail($1)', [dana.email])
    expect(await owner(database, 'select private.take_mail($1) as more', [dana.email])).toEqual([{ more: false }])
    expect(await outcome(sendAsGoTrue(database, magicLink()))).toBe('sent')
    expect(await outcome(sendAsGoTrue(database, magicLink()))).toMatch(/after \d+ seconds/)
  })

  test('2,000 an hour are all there are', async () => {
    await owner(
      database,
      `insert into email_outbox (kind, recipient, subject, status)
       select 'magic_link', 'x' || i || '@example.com', 's', 'sent' from generate_series(1, 2000) as i`,
    )
    expect(await outcome(sendAsGoTrue(database, magicLink()))).toBe('email rate limit exceeded')
  })

  test('spellings of one mailbox share its limits, among them all that the embedded server takes together', async () => {
    const spelled = [
      'A.b+c@Gmail.com',
      'ab@googlemail.com',
      'a.b+c@outlook.com',
      'a.b@outlook.com',
      'a+1@x.com',
      'a@x.com',
    ]
    const rows = await owner(
      database,
      `select count(distinct private.limited_mailbox(a))::int as here, count(distinct mail.mailbox_of(a))::int as there,
         count(distinct (private.limited_mailbox(a), mail.mailbox_of(a)))::int as both from unnest($1::text[]) as a`,
      [spelled],
    )
    expect(rows).toEqual([{ here: 3, there: 4, both: 4 }])
  })
})
