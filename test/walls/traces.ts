/** How a secret stands in a text, in any way that somebody might have written it; nothing when it doesn't. */
export function traces(secret: string, text: string): string[] {
  const bytes = Buffer.from(secret)
  const ways: [string, string[]][] = [
    ['as it is', [secret]],
    ['in another case', [secret.toUpperCase(), secret.toLowerCase()]],
    ['backwards', [[...secret].toReversed().join('')]],
    ['as hexadecimal', [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]],
    ['as base64', base64Parts(bytes)],
    ['as an address part', [encodeURIComponent(secret)]],
    ['as UTF-16', [Buffer.from(secret, 'utf16le').toString('hex')]],
  ]
  return ways.flatMap(([how, spellings]) =>
    spellings.some((spelling) => text.includes(spelling)) ? [how] : [],
  )
}

/** Inside a longer text base64 shifts by a third of a letter; what is the same in each shift is looked for. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const inner = shifted.slice(shift === 0 ? 0 : 4, shifted.length - 4)
    return inner.length < 8 ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
