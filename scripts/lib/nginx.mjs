import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/**
 * Runs nginx on the example of `deploy/nginx.conf`, with addresses of this machine and a certificate made here.
 * @param folder an empty folder for its files
 */
export function serveBehindNginx(folder, { port, securePort, academyPorts }) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name))
  run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=academy.example'],
    ...['-addext', 'subjectAltName=DNS:academy.example', '-keyout', key, '-out', certificate],
  ])
  const example = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/listen \[::\]:\d+( ssl)?;/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${securePort} ssl;`)
    .replace(/server 127.0.0.1:3000(.*);/, (_, words) =>
      academyPorts.map((port) => `server 127.0.0.1:${port}${words};`).join(' '),
    )
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${places.join(' ')}\n${example}}`,
  )
  run('nginx', ['-t', '-q', '-c', file])
  const child = spawn('nginx', ['-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
  return {
    certificate: readFileSync(certificate, 'utf8'),
    stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGTERM')),
  }
}

function run(program, args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`)
}
