/** Ends with a clear word when Node is too old; everything else here may use what Node 20.19 has. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or newer is needed; this is ${process.version}.`)
  process.exit(1)
}
