export const SHELL: string
export function browserPath(): string | undefined
