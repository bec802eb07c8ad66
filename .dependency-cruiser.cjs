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

    notTo(
      'web-leaves',
      { path: '^web/app/(domain|config|locales)/', pathNot: '[.]test[.]' },
      { path: '^web/app/', pathNot: '^web/app/(domain|config|locales|lib/load-context)' },
      'domain, config and locales import nothing above them.',
    ),
    notTo(
      'web-lib',
      { path: '^web/app/lib/', pathNot: '[.]test[.]' },
      { path: '^web/app/(routes|features|components|api)/' },
      'lib knows no screen.',
    ),
    notTo(
      'web-api',
      { path: '^web/app/api/', pathNot: '[.]test[.]' },
      { path: '^web/app/(routes|features|components)/' },
      'api/ maps rows to models and knows no screen.',
    ),
    notTo(
      'web-components',
      { path: '^web/app/components/', pathNot: '[.]test[.]' },
      { path: '^web/app/(routes|features|api)/' },
      'components are drawn from props.',
    ),
    notTo('web-features-up', { path: '^web/app/features/' }, { path: '^web/app/routes/' }, 'Nothing imports upward.'),
    notTo(
      'web-features-apart',
      { path: '^web/app/features/([^/]+)/' },
      { path: '^web/app/features/', pathNot: '^web/app/features/$1/' },
      'A feature never imports a feature.',
    ),
    notTo(
      'web-supabase-only-in-lib',
      { path: '^web/app/(routes|features|components|domain|api)/' },
      { path: 'node_modules/@supabase/', dependencyTypesNot: ['type-only'] },
      'The clients are made in lib only.',
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
      { path: '^web/app/(?!(lib/(supabase|load-context)|config/page-parameters)[.]ts)' },
      "Only the web's face.",
    ),
    notTo(
      'web-alone',
      { path: '^web/' },
      { path: '^(embedded-supabase|server|e2e)/' },
      'web meets the server over HTTP only.',
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
