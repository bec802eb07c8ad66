/** Deadlines of the listening server, in milliseconds. */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  /** Deadlines are kept to the second; Node looks every half minute unless told. */
  connectionsCheckingInterval: 1_000,
  /** Long enough for a large video over a slow line; headers and other bodies have deadlines of their own. */
  requestTimeout: 300_000,
  /** Longer than proxies keep an idle connection (60 s mostly): who closes first must not be the one that is sent to. */
  keepAliveTimeout: 75_000,
}
