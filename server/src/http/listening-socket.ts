type Place = { port: number; host: string }

/** The first socket that systemd hands over, after standard input, output and error. */
const FIRST_FD = 3

/**
 * Where to listen: on the socket that systemd opened for this very process (socket activation), which keeps taking
 * connections while the process is restarted, else on address and port.
 */
export function listeningPlace(place: Place, environment = process.env): Place | { fd: number } {
  const { LISTEN_FDS, LISTEN_PID } = environment
  return LISTEN_FDS === '1' && LISTEN_PID === String(process.pid) ? { fd: FIRST_FD } : place
}
