// Mails word devices too, so the rule lies where both reach it.
export { type Device, deviceOf } from '../../../../supabase/functions/_shared/device.ts'
