/** Names from the lowest to the highest: each may import those before it. */
const layers = (...names) => Object.fromEntries(names.map((name, place) => [name, names.slice(0, place)]))
const PARTS = ['mail', 'database']

/**
 * Of each tree of sources its folders, and which of their neighbours each may import; `*` stands for all that are not
 * named. scripts/imports.mjs fails for a folder with sources that has no line here. Files at the top of a tree are free.
 */
module.exports = {
  'web/app': layers('shared', 'session', 'support', 'quizzes', 'catalog', 'course', 'site', 'account', 'staff'),
  'server/src': {
    http: [],
    audit: [],
    seed: [],
    backups: ['http'],
    'mail-events': ['http'],
    'security-events': ['http'],
    doctor: ['backups', 'seed'],
    cli: ['audit', 'doctor', 'http', 'seed'],
    // The workers run what media and mails are parsed with, and these start the workers.
    workers: ['inbound-mail', 'media'],
    media: ['workers'],
    'inbound-mail': ['http', 'media', 'workers'],
  },
  'embedded-supabase/src': {
    database: [],
    mail: ['database'],
    backup: ['database'],
    auth: PARTS,
    rest: PARTS,
    functions: PARTS,
    storage: PARTS,
    // It uses the face that every program has, src/index.ts.
    cli: [],
  },
  supabase: {
    functions: [],
    seeds: ['functions'],
    jobs: ['functions'],
    mails: ['functions'],
    bench: [],
    tests: ['functions', 'seeds'],
    declared: [],
    releases: ['seeds', 'tests'],
  },
  'supabase/functions': { _shared: [], '*': ['_shared'] },
  scripts: { lib: [], operations: ['lib'] },
}
