/** An archive of empty entries with these names. @param flags of each: 1 where it wants a password */
export function zipOf(names: readonly string[], flags = 0): Buffer {
  const entries = names.map((name) => Buffer.from(name))
  const local = entries.map((name) => {
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, name])
  })
  const list = entries.map((name) => {
    const head = Buffer.alloc(46)
    head.write('PK\x01\x02', 'latin1')
    head.writeUInt16LE(flags, 8)
    head.writeUInt16LE(name.length, 28)
    return Buffer.concat([head, name])
  })
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(Buffer.concat(local).length, 16)
  return Buffer.concat([...local, ...list, end])
}
