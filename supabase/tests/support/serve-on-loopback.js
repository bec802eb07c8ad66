// The first module of a function under Deno: it is served on a free port of the loopback, which is printed, and no
// other address.
const serve = Deno.serve
const onListen = ({ port }) => Deno.stdout.writeSync(new TextEncoder().encode(`${port}\n`))
Object.defineProperty(Deno, 'serve', {
  value: (handler) => serve({ hostname: '127.0.0.1', port: 0, onListen }, handler),
})
await import(Deno.args[0])
