export type Served = {
  url: string
  anonKey: string
  serviceRoleKey: string
  stop(): Promise<void>
  kill(): Promise<void>
}
export function temporaryData(): { dataDirectory: string; remove: () => void }
export function serve(dataDirectory: string, environment?: Record<string, string>): Promise<Served>
