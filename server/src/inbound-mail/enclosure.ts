/** What came with a mail; `type` and `name` are what its sender says. */
export type Enclosure = { name: string; type: string; content: Buffer }
