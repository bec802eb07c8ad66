const faces = require('./web/app/faces.json')

/** The areas of the web application, each above the ones before it. */
const AREAS = ['shared', 'session', 'support', 'catalog', 'course', 'site', 'account']
/** What tests use is free: they look at screens from outside. */
const TEST = '[.]test[.]|/shared/testing/|/test-[^/]+$'
/** What holds no state and does nothing. */
const PURE = '[.](rules|he)[.]ts$|^web/app/shared/(formats|config|errors/error-code)'
const escaped = (file) => file.replaceAll('.', '[.]')

/** One-way imports. The check itself (scripts/imports.mjs) fails when too few files were read. */
const notTo = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    notTo(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'A module never reaches itself.',
    ),

    ...AREAS.map((area, index) =>
      notTo(
        `web-${area}`,
        { path: `^web/app/${area}/`, pathNot: TEST },
        { path: `^web/app/(${[...AREAS.slice(index + 1), 'staff'].join('|')})/` },
        'An area imports only areas before it; nothing public reaches the staff.',
      ),
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
      'embedded-parts-apart',
      { path: '^embedded-supabase/src/(auth|rest|functions|storage)/' },
      { path: '^embedded-supabase/src/(auth|rest|functions|storage)/', pathNot: '^embedded-supabase/src/$1/' },
      'The four parts never import each other.',
    ),
    notTo(
      'embedded-lower',
      { path: '^embedded-supabase/src/(mail|database)/' },
      { path: '^embedded-supabase/src/(auth|rest|functions|storage)/' },
      'mail and database know no part.',
    ),
    notTo(
      'embedded-database',
      { path: '^embedded-supabase/src/database/' },
      { path: '^embedded-supabase/src/mail/' },
      'database knows no mail.',
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
