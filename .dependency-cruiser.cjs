const folders = require('./scripts/lib/import-folders.cjs')
const faces = require('./web/app/faces.json')

/** What tests use is free: they look at screens from outside. */
const TEST = '[.]test[.]|/shared/testing/|/test-[^/]+$'
/** What holds no state and does nothing. */
const PURE = '[.](rules|he)[.]ts$|^web/app/shared/(formats|config|errors/error-code)'
const escaped = (file) => file.replaceAll('.', '[.]')

/** One-way imports. The check itself (scripts/imports.mjs) fails when too few files were read. */
const notTo = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    notTo('no-cycles', {}, { circular: true }, 'A file never reaches itself, by its types neither.'),
    {
      ...notTo(
        'no-circles-of-staff-folders',
        { path: '^web/app/staff/' },
        { circular: true },
        'What several folders of the staff area use lies in staff/shared.',
      ),
      scope: 'folder',
    },

    ...Object.entries(folders).flatMap(([tree, reach]) =>
      Object.entries(reach).map(([folder, others]) => {
        const named = Object.keys(reach).filter((name) => name !== '*')
        const own = folder === '*' ? `(?!(?:${named.join('|')})/)([^/]+)` : folder
        return notTo(
          `folders-of-${tree}`,
          { path: `^${tree}/${own}/`, pathNot: TEST },
          {
            path: `^${tree}/[^/]+/`,
            pathNot: `^${tree}/(?:${[folder === '*' ? '$1' : folder, ...others].join('|')})/`,
          },
          'A folder imports only those that scripts/lib/import-folders.cjs names for it.',
        )
      }),
    ),
    notTo(
      'web-staff-shared',
      { path: '^web/app/staff/shared/', pathNot: TEST },
      { path: '^web/app/staff/(?!shared/|entry/)' },
      'What the folders of the staff area share knows none of them.',
    ),
    notTo(
      'web-staff',
      {
        path: '^web/app/staff/',
        pathNot: `^web/app/staff/(viewing|captions|editor|question-bank|legal-texts)/|${TEST}`,
      },
      { path: '^web/app/', pathNot: '^web/app/(staff|session|shared)/' },
      'The staff area stands on the session and on what is shared; only the view as a student, the captions, the editor, the questions of tests and the legal texts read what students see.',
    ),
    ...Object.entries(faces).map(([area, files]) =>
      notTo(
        `web-face-of-${area}`,
        { path: '^web/app/[^/]+/', pathNot: `^web/app/${area}/|${TEST}` },
        { path: `^web/app/${area}/`, pathNot: `^web/app/${area}/(${files.map(escaped).join('|')})$` },
        'Of another area only what web/app/faces.json names.',
      ),
    ),
    notTo(
      'web-calls-below-screens',
      { path: '^web/app/.*[.]calls[.]ts$' },
      { path: '^web/app/.*[.]tsx$' },
      'Calls know no screen.',
    ),
    notTo(
      'web-rules-are-pure',
      { path: '^web/app/.*[.]rules[.]ts$' },
      { path: '^web/app/|node_modules/(react|@tanstack|@supabase)', pathNot: PURE, dependencyTypesNot: ['type-only'] },
      'Rules import rules, formats and numbers.',
    ),
    notTo(
      'web-texts-are-texts',
      { path: '^web/app/.*[.]he[.]ts$' },
      { path: '^web/app/|node_modules', pathNot: PURE, dependencyTypesNot: ['type-only'] },
      'Texts import texts, formats and numbers.',
    ),
    notTo(
      'web-supabase-in-calls-only',
      { path: '^web/app/', pathNot: `[.]calls[.]ts$|^web/app/(shared/client|session/tokens)/|${TEST}` },
      { path: 'node_modules/@supabase/|^web/app/shared/client/supabase-browser', dependencyTypesNot: ['type-only'] },
      'Only files named for calls talk to Supabase.',
    ),
    notTo(
      'web-auth-client-in-calls-only',
      { path: '^web/app/', pathNot: `[.]calls[.]ts$|^web/app/session/(tokens|student/session-keeper[.]ts)|${TEST}` },
      { path: '^web/app/session/tokens/auth-client' },
      'Only calls use the auth client; the session keeper follows its events.',
    ),

    notTo(
      'embedded-command',
      { path: '^embedded-supabase/src/cli/' },
      { path: '^embedded-supabase/src/(?!cli/|index[.]ts)' },
      'The command uses the face that every program has.',
    ),
    notTo(
      'embedded-command-last',
      { path: '^embedded-supabase/src/(?!cli/)' },
      { path: '^embedded-supabase/src/cli/' },
      'Nothing imports the command.',
    ),
    notTo(
      'embedded-alone',
      { path: '^embedded-supabase/' },
      { path: '^(web|server|supabase|e2e)/' },
      'The package knows nothing of the academy.',
    ),

    notTo(
      'server-faces',
      { path: '^server/' },
      { path: '^embedded-supabase/(?!src/index[.]ts)' },
      "Only the package's face.",
    ),
    notTo(
      'server-web-face',
      { path: '^server/' },
      {
        path: '^web/app/(?!shared/(client/(supabase|load-context)|config/(page-parameters|site-settings|site|notice[.]rules))[.]ts)',
      },
      "Only the web's face.",
    ),
    notTo(
      'web-alone',
      { path: '^web/' },
      { path: '^(embedded-supabase|server|e2e)/' },
      'web meets the server over HTTP only.',
    ),
    notTo(
      'database-tests',
      { path: '^supabase/tests/' },
      { path: '^web/app/', pathNot: '[.](rules|he)[.]ts$|/test-[^/]+[.]ts$|^web/app/(routes[.]ts|shared/client/)' },
      'The database is tested beside the rules and words it shares with the browser.',
    ),
    notTo(
      'journeys-from-outside',
      { path: '^e2e/' },
      {
        path: '^(web|server|embedded-supabase|supabase/functions)/',
        pathNot: '^web/app/(staff/shared/staff-pages[.]rules|staff/entry/staff[.]rules|shared/config/paths)[.]ts$',
      },
      'Journeys know the product from outside. Pictures are taken of every page that the staff area names.',
    ),
    notTo(
      'functions-apart',
      { path: '^supabase/functions/' },
      { path: '^(web|server|embedded-supabase)/' },
      'Functions run anywhere.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|[.]react-router)/' },
    tsConfig: { fileName: 'web/tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
