const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a value of a request is the id of a row. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)
