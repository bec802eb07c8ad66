// Does to a running academy what abusers do, and prints what they get: whether known phones can be told from unknown
// ones, how many accounts a caller hears of, how many mails a victim gets, how often a one-time secret is redeemed.
// Ends with 1 when a promise of SECURITY.md is broken; times are printed and judged by people, since machines stall.
// Usage: node scripts/abuse.mjs [phones] [accounts] [flood] [redeem]   (all of them unless told; ABUSE_REQUESTS and
// ABUSE_ROUNDS change how much of it)
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { areaUnderCurve, median } from './lib/figures.mjs'
import { isWanted, measure, report } from './lib/measure.mjs'
import { keyHeaders, makeStudent } from './lib/served.mjs'

const REQUESTS = Number(process.env.ABUSE_REQUESTS ?? 1000)
const ROUNDS = Number(process.env.ABUSE_ROUNDS ?? 200)
const PARALLEL = 30
const PROMISES = { told: 5, mailsToVictim: 5, mailsByCaller: 30, redemptions: 1 }
const HEADER = 'x-forwarded-for'

const post = await startPostOffice()
const settings = {
  CLIENT_ADDRESS_HEADER: HEADER,
  LOG_LEVEL: 'silent',
  SEED_DEMO: '0',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(post.port),
  MAIL_FROM: 'academy@example.org',
}
let server
let restart
let callers = 0
const newCaller = () => `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`

/** Known and unknown phones, in one mixed row: the answers must be alike in all but the mask. */
async function distinguishPhones(people) {
  const known = people.slice(0, REQUESTS).map(({ phone }) => ({ phone, kind: 'known' }))
  const unknown = known.map((_, at) => ({ phone: `+97253${String(9_000_000 + at)}`, kind: 'unknown' }))
  const times = { known: [], unknown: [] }
  const answers = { known: new Set(), unknown: new Set() }
  const mixed = known.flatMap((one, at) => (at % 2 ? [one, unknown[at]] : [unknown[at], one]))
  let caller = newCaller()
  for (const [at, { phone, kind }] of mixed.entries()) {
    if (at % 8 === 0) caller = newCaller()
    const began = performance.now()
    const answer = await ask('/functions/v1/account-recovery', { phone_number: phone }, caller)
    times[kind].push(performance.now() - began)
    answers[kind].add(
      `${answer.status} ${answer.headers} ${answer.text.replace(/"[a-z]\*\*\*@[a-z]\*\*\*\.[a-z]+"/, 'mask')}`,
    )
  }
  const different = [...answers.known, ...answers.unknown].filter(
    (answer) => !answers.known.has(answer) || !answers.unknown.has(answer),
  )
  report(
    `recovery, ${REQUESTS} known and ${REQUESTS} unknown phones: ${answers.known.size} form of answer, ${different.length} that only one side got`,
    different.length === 0 && answers.known.size === 1,
  )
  const [a, b] = [median(times.known), median(times.unknown)]
  report(
    `  median ${a.toFixed(2)} ms known, ${b.toFixed(2)} ms unknown, difference ${Math.abs(a - b).toFixed(2)} ms (promised < 5); area under the curve ${areaUnderCurve(times.known, times.unknown).toFixed(3)} (promised <= 0.55)`,
  )
}

/** One caller asks about many addresses and phones. */
async function hearOfAccounts(people) {
  const caller = newCaller()
  const told = { addresses: 0, phones: 0 }
  for (let at = 0; at < REQUESTS; at++) {
    const body = { email: `nobody${at}@example.net`, create_user: false }
    const { text } = await ask('/auth/v1/otp', body, caller)
    if (text.includes('otp_disabled')) told.addresses++
  }
  report(
    `sign-in, ${REQUESTS} unknown addresses by one caller: told of ${told.addresses}`,
    told.addresses <= PROMISES.told,
  )
  const another = newCaller()
  for (let at = 0; at < REQUESTS; at++) {
    const { text } = await signUp(`fresh${at}@example.net`, people[at % people.length].phone, another)
    if (text.includes('PHONE_ALREADY_EXISTS')) told.phones++
  }
  report(`registration, ${REQUESTS} taken phones by one caller: told of ${told.phones}`, told.phones <= PROMISES.told)
}

/** Many callers ask for mails to one person by every door and in every spelling; the server restarts in between. */
async function flood() {
  const victim = 'victim.levi@gmail.com'
  const phone = '+972539999999'
  await makeStudent(server, { email: victim, phone })
  const spellings = [victim, 'VICTIM.LEVI@GMAIL.COM', 'victimlevi@gmail.com', 'v.i.c.t.i.m.levi@googlemail.com']
  const spelling = (at) => (at % 3 ? spellings[at % spellings.length] : `victim.levi+${at}@gmail.com`)
  const doors = [
    (at) => ask('/auth/v1/otp', { email: spelling(at), create_user: false }, newCaller()),
    (at) => ask('/auth/v1/otp', { email: victim, create_user: false, at }, newCaller()),
    (at) => signUp(spelling(at), `+97254${String(1_000_000 + at)}`, newCaller()),
    (at) => ask('/auth/v1/recover', { email: spelling(at) }, newCaller()),
    (at) => ask('/auth/v1/resend', { email: spelling(at), type: 'signup' }, newCaller()),
    () => ask('/functions/v1/account-recovery', { phone_number: phone }, newCaller()),
  ]
  for (let at = 0; at < REQUESTS; at++) {
    if (at === Math.floor(REQUESTS / 2)) {
      await restart()
    }
    await doors[at % doors.length](at)
  }
  await settle()
  const mailbox = (address) =>
    address
      .toLowerCase()
      .replace(/\+.*@|@/, '@')
      .replace(/\.(?=.*@)/g, '')
      .replace('googlemail', 'gmail')
  const got = post.mails.filter(({ to }) => mailbox(to) === mailbox(victim)).length
  report(
    `${REQUESTS} requests for one person by ${doors.length} doors, in all spellings, over a restart: ${got} mails`,
    got <= PROMISES.mailsToVictim,
  )
  const before = post.mails.length
  const caller = newCaller()
  for (let at = 0; at < REQUESTS; at++) await signUp(`many${at}@example.org`, `+97255${String(1_000_000 + at)}`, caller)
  await settle()
  const sent = post.mails.length - before
  report(`${REQUESTS} registrations of different people by one caller: ${sent} mails`, sent <= PROMISES.mailsByCaller)
}

/** Each secret is redeemed by many at once. */
async function redeem(people) {
  const winners = { link: [], code: [], recovery: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const { email, phone } = people[round]
    const issue = () => server.call('/auth/v1/admin/generate_link', { type: 'magiclink', email })
    const link = await issue()
    winners.link.push(
      await race('/auth/v1/verify', { token_hash: link.hashed_token, type: 'email' }, isSessionOf(email)),
    )
    const code = await issue()
    winners.code.push(
      await race('/auth/v1/verify', { email, token: code.email_otp, type: 'email' }, isSessionOf(email)),
    )
    const since = post.mails.length
    await ask('/functions/v1/account-recovery', { phone_number: phone }, newCaller())
    const token = await post.recoveryToken(email, since)
    const body = { token_input: token, phone_input: phone }
    winners.recovery.push(
      await race(
        '/rest/v1/rpc/verify_recovery_token',
        body,
        (answer) => answer.valid === true && answer.email === email,
      ),
    )
  }
  for (const [name, counts] of Object.entries(winners)) {
    const wrong = counts.filter((count) => count !== PROMISES.redemptions).length
    report(
      `${ROUNDS} x ${PARALLEL} redemptions of a ${name} at once: ${ROUNDS - wrong} times exactly one, for the right person`,
      wrong === 0,
    )
  }
}

const isSessionOf = (email) => (answer) => Boolean(answer.access_token) && answer.user?.email === email

async function race(path, body, isRedeemed) {
  const caller = newCaller()
  const answers = await Promise.all(Array.from({ length: PARALLEL }, () => ask(path, body, caller)))
  return answers.filter(({ text }) => isRedeemed(JSON.parse(text))).length
}

async function ask(path, body, caller) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { ...keyHeaders(server.anonKey), 'content-type': 'application/json', [HEADER]: caller },
    body: JSON.stringify(body),
  })
  const varying = new Set(['date', 'server-timing', 'x-request-id', 'content-length'])
  const headers = [...response.headers].filter(([name]) => !varying.has(name)).join(';')
  return { status: response.status, headers, text: await response.text() }
}

const consents = {
  first_name: 'דנה',
  last_name: 'לוי',
  privacy_consent: true,
  terms_consent: true,
  user_type: 'student',
}
const signUp = (email, phone, caller) =>
  ask(
    '/auth/v1/signup',
    { email, password: 'thrown-away-4f9c1e77', data: { ...consents, phone_number: phone } },
    caller,
  )

async function makePeople(count) {
  const people = Array.from({ length: count }, (_, at) => ({
    email: `dana${at}@example.org`,
    phone: `+97252${String(1_000_000 + at)}`,
  }))
  const rest = [...people]
  const work = async () => {
    for (let one = rest.pop(); one; one = rest.pop()) await makeStudent(server, one)
  }
  await Promise.all(Array.from({ length: 6 }, work))
  return people
}

/** Waits until no mail has come for two seconds. */
async function settle() {
  for (let seen = -1; seen !== post.mails.length; ) {
    seen = post.mails.length
    await sleep(2000)
  }
}

/** A mail server that keeps who got what. */
async function startPostOffice() {
  const mails = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text: mail.text ?? '' })
          done()
        }, done)
    },
  })
  await new Promise((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  return {
    port: smtp.server.address().port,
    mails,
    async recoveryToken(email, since) {
      for (let waited = 0; waited < 30_000; waited += 20) {
        const mail = mails.slice(since).find(({ to }) => to === email)
        const token = /recover-account\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
        if (token) return token
        await sleep(20)
      }
      throw new Error(`no recovery mail for ${email}`)
    },
  }
}

await measure(async ({ start }) => {
  restart = async () => {
    server = await start(settings)
  }
  await restart()
  const people = await makePeople(Math.max(REQUESTS, ROUNDS))
  const parts = { phones: distinguishPhones, accounts: hearOfAccounts, flood, redeem }
  for (const [name, part] of Object.entries(parts)) if (isWanted(name)) await part(people)
})
