import { writeFileSync } from 'node:fs'
import { pgCronStatements } from './schedules.ts'

writeFileSync(new URL('pg_cron.sql', import.meta.url), pgCronStatements())
