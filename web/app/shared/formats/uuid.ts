const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether an address part can be the id of a row at all; what cannot is not worth a question to the database. */
export const isUuid = (text: string): boolean => UUID.test(text)
