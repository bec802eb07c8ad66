import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandsOf } from './page.ts'
import {
  counted,
  find,
  journal,
  left,
  machine,
  next,
  openMachine,
  reason,
  settings,
  startPostgres,
  type,
  typeAsOwner,
  typeNext,
  write,
} from './typing.ts'

// Types docs/operations.md on a machine made for it (machine.ts says what that is), one part after the other.
if (reason) console.warn(`docs/operations.md is not typed here: ${reason}`)
const typing = test.skipIf(reason !== undefined)
/** What takes as long as all the rest: `npm run test:all` types it, too. */
const isAll = process.env.OPERATIONS_EVERYTHING === '1'
const typingAll = test.skipIf(reason !== undefined || !isAll)
/** The parts of the page that only it types to their end. */
const OF_ALL = ['Demo content', 'Your own PostgreSQL', 'Backups', 'Every night, off-site, and tried', 'Upgrades']

beforeAll(async () => {
  if (!reason) await openMachine()
})
afterAll(() => machine?.close())
// Each part goes on where the one before ended.
let hasFailed = false
beforeEach(({ skip, onTestFailed }) => {
  if (hasFailed) skip('a part before it failed')
  onTestFailed(() => {
    hasFailed = true
  })
})

const SERVICE = 'As a service of systemd'
const BACKUPS = 'Backups'
const NIGHTLY = 'Every night, off-site, and tried'
const LEAVES = 'A super_admin leaves'
const POSTGRES = 'Your own PostgreSQL'

typing('a person who types the page line by line has a running academy, its files closed to others', () => {
  typeNext(SERVICE, '/')
  const [clone = '', ...more] = commandsOf(next(SERVICE))
  type('academy', [clone], '~')
  machine.layPackages('/opt/academy', 'academy')
  type('academy', more, '~')
  write('.env', settings())
  expect(typeNext(SERVICE)).toContain('ready')
  typeNext(SERVICE)
  type('root', ['curl --silent --show-error --fail http://127.0.0.1:3000/ready'])
  const modes = type('root', ['stat -c "%n %U %a" .env /srv/academy /srv/academy-backups /var/lib/academy'])
  for (const line of ['.env academy 600', '/srv/academy academy 700', '/srv/academy-backups academy 700']) {
    expect(modes).toContain(line)
  }
  expect(find('/srv/academy /srv/academy-backups ! -user academy')).toEqual([])
  expect(find('/srv/academy -type f -perm /077')).toEqual([])
})

typing('the service writes to its own folders alone, and sees no homes', () => {
  const probe = (unit: string, command: string) =>
    `sed 's#^ExecStart=.*#ExecStart=${command}#; s/^Type=.*//; s/^\\[Service\\]$/[Service]\\nType=oneshot/' deploy/${unit} > ` +
    '/etc/systemd/system/probe.service && systemctl start probe.service'
  const units = ['academy.service', 'academy-backup.service']
  const each = (commands: string[]) => units.flatMap((unit) => commands.map((command) => probe(unit, command)))
  const folders = ['/srv/academy', '/srv/academy-backups', '/opt/academy', '/var/lib/academy', '/tmp']
  type('root', each(folders.map((folder) => `touch ${folder}/probe`)))
  const refused = each(['touch /srv/probe', 'touch /etc/probe', 'touch /var/probe', 'ls /root', 'ls /home'])
  expect(machine.type('root', refused, '/opt/academy').codes).toEqual(refused.map(() => 1))
  expect(find('/tmp/probe /srv/probe -maxdepth 0 2>/dev/null || true')).toEqual([])
  type('root', ['rm /srv/*/probe /opt/academy/probe /var/lib/academy/probe'])
})

typing('the button of the staff makes a backup from within the service', () => {
  const answer = typeAsOwner(`await client.query('insert into private.backups default values')
    for (;;) {
      const { rows } = await client.query('select state, file_name, failure from private.backups order by asked_at desc limit 1')
      if (!['waiting', 'running'].includes(rows[0].state)) { console.log(JSON.stringify(rows[0])); break }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }`)
  expect(answer).toMatch(/"state":"done","file_name":"academy-.*-staff\.tar\.gz"/)
  expect(find('/srv/academy-backups -name "*-staff.tar.gz" -user academy -perm 600')).toHaveLength(1)
})

typing('the first staff are invited, legal texts published, keys shown and changed, the audit log walked', () => {
  const invited = typeNext('The first administrator')
  expect(invited).toContain('dana@academy.example')
  expect(invited).toContain('noa@academy.example')
  typeNext('Legal texts')
  expect(typeNext('Keys')).toContain('new signing key')
  expect(typeNext('The audit log')).toContain('the audit log is whole')
})

/** Codes of what is left to mend that are about the machine, not about what an example's settings lack. */
function mistakes(): string[] {
  const { output } = machine.type('academy', ['npm run --silent doctor -- --json'], '/opt/academy')
  const { mistakes } = JSON.parse(output.slice(0, output.lastIndexOf('}') + 1)) as { mistakes: { code: string }[] }
  return mistakes
    .map(({ code }) => code)
    .filter((code) => !/^(site|smtp|mail|legal|super-admin|second-step|staff)/.test(code))
}

typing('somebody leaves: the account closes, and every key that they may have is another one', () => {
  const serviceKey = () => /service key: +(\S+)/.exec(type('academy', ['npm run --silent keys']))?.[1] ?? ''
  const read = (key: string) =>
    type('root', [
      `curl --silent --output /dev/null --write-out '%{http_code}' -H 'apikey: ${key}' -H 'authorization: Bearer ${key}' http://127.0.0.1:3000/rest/v1/users`,
    ])
  const old = serviceKey()
  // Stands for the invitation that is opened in a browser.
  typeAsOwner(
    `await client.query("insert into public.admin_users (email, first_name, last_name, role_id) select 'noa@academy.example', 'נועה', 'לוי', id from public.roles where name = 'admin'")`,
  )
  expect(typeNext(LEAVES)).toContain('noa@academy.example is closed')
  expect(read(old)).toContain('200')
  expect(typeNext(LEAVES)).toContain('Restart now')
  typeNext(LEAVES)
  type('root', ['curl --silent --show-error --fail http://127.0.0.1:3000/ready'])
  expect(read(old)).toContain('401')
  expect(read(serviceKey())).toContain('200')
  expect(typeNext(LEAVES)).toContain('INBOUND_MAIL_SECRET=whsec_')
})

typing('the doctor finds nothing wrong with the machine, and each mistake about backups', () => {
  const block = next('Before opening')
  const { codes, output } = machine.type(block.user, commandsOf(block), '/opt/academy')
  expect(codes).toEqual([1, 1])
  expect(output).toContain('backup-same-disk (a hint)')
  expect(mistakes()).toEqual([])
  type('root', ['mv /srv/academy-backups /srv/aside'])
  expect(mistakes()).toEqual(['backup-folder-missing'])
  type('root', ['install -d -o root -m 0700 /srv/academy-backups'])
  expect(mistakes()).toEqual(['backup-folder-closed'])
  type('root', ['chown academy /srv/academy-backups'])
  expect(mistakes()).toEqual(['backup-none'])
  type('root', ['rmdir /srv/academy-backups && mv /srv/aside /srv/academy-backups'])
  type('academy', ['mkdir /srv/academy/backups', 'sed -i "s#^BACKUP_DIR=.*#BACKUP_DIR=/srv/academy/backups#" .env'])
  expect(mistakes()).toEqual(['backup-folder-inside', 'backup-none'])
  type('academy', ['rmdir /srv/academy/backups'])
  write('.env', settings())
})

typing('the nightly unit makes a backup, encrypted for the operator, and says why where it cannot', () => {
  type('root', ['useradd --create-home --no-user-group --shell /bin/bash operator'], '/')
  type('operator', ['git clone https://git.example/academy.git'], '~')
  machine.layPackages('/home/operator/academy', 'operator')
  const recipient = /^BACKUP_RECIPIENTS=age1\w+$/m.exec(typeNext(NIGHTLY))?.[0]
  write('.env', `${settings()}\n${recipient}`)
  type('academy', ['mkdir -p ~/.config/rclone ~/offsite && echo "[offsite]" > ~/.config/rclone/rclone.conf'])
  typeNext(NIGHTLY)
  expect(find('/srv/academy-backups -name "academy-*Z.tar.gz.age" -user academy -perm 600')).toHaveLength(1)
  expect(find('/srv/academy-backups -name "academy-*Z.tar.gz"')).toEqual([])
  expect(find('/var/lib/academy/offsite -name "academy-*Z.tar.gz.age"')).toHaveLength(1)

  const fail = (before: string, after: string, why: RegExp) => {
    type('root', [before])
    const { codes } = machine.type('root', ['systemctl start academy-backup.service'], '/')
    expect([before, codes]).toEqual([before, [1]])
    expect(journal('academy-backup.service').trim().split('\n').at(-1)).toMatch(why)
    expect(find('/srv/academy-backups -name "*.partial"')).toEqual([])
    type('root', [after])
  }
  const unit = '/etc/systemd/system/academy-backup.service'
  const full = 'mount -t tmpfs -o size=16k,mode=0700,uid=$(id -u academy) tmpfs /srv/academy-backups'
  fail(full, 'umount /srv/academy-backups', /^no backup: ENOSPC/)
  const closed = 'chmod 0500 /srv/academy-backups'
  fail(
    closed,
    'chmod 0700 /srv/academy-backups',
    /^no backup: The folder \/srv\/academy-backups is closed to this user/,
  )
  const aside = (name: string, why: RegExp) =>
    fail(`mv ~academy/${name} /root/kept`, `rm -rf ~academy/${name} && mv /root/kept ~academy/${name}`, why)
  // As the units were before: a folder that the unit does not open is closed, whoever owns it.
  const narrow = `cp ${unit} /root/ && sed -i "s# /srv/academy-backups##" ${unit}`
  fail(narrow, `mv /root/academy-backup.service ${unit}`, /^no backup: The folder .* is closed to this user/)
  if (isAll) aside('.config', /was not sent to offsite:academy: no place is known$/)
  write('.env', settings())
  const open = 'systemctl restart academy.service && systemctl start academy-backup.service'
  expect(machine.type('root', [open], '/').codes).toEqual([1])
  expect(journal('academy-backup.service').trim()).toMatch(/was not sent: BACKUP_RECIPIENTS is not set/)
})

typingAll('a drill on another machine opens what was sent, and starts it', async () => {
  const sent = 'academy-20261122T031000Z.tar.gz.age'
  const at = '/home/operator/academy'
  type('root', [`cp /var/lib/academy/offsite/*.age ${at}/${sent} && chown operator ${at}/${sent}`])
  const block = next(NIGHTLY)
  write('.env', 'SEED_DEMO=0', 'operator')
  const [restore = '', start = ''] = commandsOf(block)
  expect(type(block.user, ['npm run build', restore])).toMatch(counted)
  const running = machine.typeAndLeave(block.user, start, '~/academy')
  await running.until('http://127.0.0.1:3999/ready')
  type(block.user, ['kill $(node -p "JSON.parse(fs.readFileSync(\'/tmp/drill/running.json\')).pid")'])
  await running.ended
})

typing('a backup goes back into the folder that it came from, beside files of a home', () => {
  typeNext(BACKUPS)
  typeNext(BACKUPS)
  // As a user whose home is the data folder leaves it.
  type('root', ['cp -a /etc/skel/. /srv/academy && mkdir /srv/academy/.npm && chown -R academy /srv/academy'])
  expect(typeNext(BACKUPS)).toMatch(counted)
  expect(typeNext(BACKUPS)).toContain('ready')
  expect(find('/srv/academy -name .bashrc -o -name .npm')).toHaveLength(2)
})

typing('what a restored copy holds is shown, and goes on once it is decided', () => {
  const outgoing = () => type('academy', ['npm run --silent outgoing'])
  expect(outgoing()).toContain('sign_in')
  typeNext('A restored copy sends nothing')
  expect(outgoing()).not.toContain('sign_in')
})

typingAll('an upgrade takes the newest release of the repository, and the service starts it', () => {
  const git = 'git -c user.name=test -c user.email=test@academy.example'
  type(
    'root',
    ['echo >> README.md', `${git} commit --quiet --all --message next && git tag v0.6.0`],
    '/srv/git.example/academy',
  )
  const upgraded = typeNext('Upgrades')
  expect(upgraded).toMatch(/waiting for \S+ to serve/)
  expect(type('academy', ['git log -1 --format=%s && git status --porcelain', 'ls releases'])).toMatch(/^next\n/m)
  const running = 'node -p "JSON.parse(fs.readFileSync(\'/srv/academy/running.json\')).release"'
  expect(type('academy', [running]).trim()).toBe(upgraded.match(/waiting for (\S+) to serve/)?.[1])
  expect(type('academy', ['npm run --silent outgoing'])).toContain('Nothing is held')
})

typing('root and another user are refused each command with the user to be, and change nothing', () => {
  const commands = [
    ...['doctor', 'keys', 'keys -- rotate', 'db:backup', 'audit:verify', 'legal', 'db:migrate', 'db:seed'],
    ...[
      'db:reset -- --yes',
      'db:restore -- /srv/academy-backups/academy-today.tar.gz',
      'admin:invite -- a@academy.example',
    ],
  ].map((words) => `npm run --silent ${words}`)
  const before = type('root', ['sha256sum /srv/academy/keys.json'])
  const asRoot = machine.type('root', commands, '/opt/academy')
  expect(asRoot.codes).toEqual(commands.map(() => 1))
  expect(
    asRoot.output.match(
      /belongs to user \d+, who could not read what root writes there\. Run this as that user, such as: su - /g,
    ),
  ).toHaveLength(commands.length)
  const some = isAll ? commands : commands.slice(0, 2)
  const asOperator = machine.type('operator', some, '/opt/academy')
  expect(asOperator.codes).toEqual(some.map(() => 1))
  expect(
    asOperator.output.match(/\.env cannot be read \(EACCES\): give it to the user that runs the academy/g),
  ).toHaveLength(some.length)
  type('root', ['systemctl stop academy.socket academy.service'])
  expect(machine.type('root', ['npm start'], '/opt/academy')).toMatchObject({
    codes: [1],
    output: expect.stringMatching(/could not start: .*belongs to user \d+, who could not read/),
  })
  expect(type('root', ['sha256sum /srv/academy/keys.json'])).toBe(before)
  expect(find('/srv/academy /opt/academy/server /opt/academy/web ! -user academy')).toEqual([])
})

typingAll('without the running academy the doctor, the keys, the audit log and a backup work as well', () => {
  expect(mistakes()).toEqual([])
  type('academy', ['npm run keys', 'npm run audit:verify', 'npm run db:backup'])
  type('root', ['systemctl start academy.socket academy.service'])
})

typingAll('a backup moves into a PostgreSQL of yours, which is emptied when its name is said', () => {
  startPostgres()
  typeNext(POSTGRES, '~')
  typeNext(BACKUPS)
  expect(typeNext(BACKUPS)).toMatch(counted)
  const moved = 'DATABASE_URL=postgres://owner:CHOOSE-ONE@localhost:5432/academy'
  write('.env', `${settings().replace(/^DATA_DIR=.*$/m, 'DATA_DIR=/srv/academy-new')}\n${moved}`)
  type('root', [
    'sed -i "s#^ReadWritePaths=.*#& /srv/academy-new#" /etc/systemd/system/academy.service /etc/systemd/system/academy-backup.service',
    'systemctl start academy.socket academy.service',
    'curl --silent --show-error --fail http://127.0.0.1:3000/ready',
    'systemctl start academy-backup.service',
  ])
  typeNext(POSTGRES)
  expect(typeNext(POSTGRES)).toContain('erased the database academy')
  write('.env', settings())
})

typingAll('a reset empties the data folder, which stays with the backups in it', () => {
  const keep = 'mkdir /srv/academy/backups && touch /srv/academy/backups/kept'
  expect(type('academy', [keep, 'npm run db:reset -- --yes'])).toContain('still in /srv/academy: .')
  expect(find('/srv/academy -type f -not -path "*/.*"')).toEqual(['/srv/academy/backups/kept'])
  type('root', ['systemctl start academy.socket academy.service', 'curl --silent --fail http://127.0.0.1:3000/ready'])
})

typingAll('demo content comes, and its people go', { timeout: 900_000 }, () => {
  typeNext('Demo content')
})

typing('nginx takes the example with a certificate', () => {
  const folder = '/etc/letsencrypt/live/academy.example'
  // Stands for certbot.
  const certificate = `openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=academy.example -keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`
  type('root', [`mkdir -p ${folder} && ${certificate}`])
  typeNext('nginx')
})

typing('nothing of the page was left out', () => {
  const sections = [...left].map(({ section }) => section)
  expect(sections.filter((section) => isAll || !OF_ALL.includes(section))).toEqual([])
})
