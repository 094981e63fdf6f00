/** Something the person at the terminal can mend; printed as one line, without a stack. */
export class Trouble extends Error {}

export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Runs a script's main function; a Trouble ends it with its one line and exit code 1. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    process.exitCode = 1
    if (error instanceof Trouble) say(error.message)
    else say(spanishOf(error) ?? error.stack)
  }
}

export function spanishOf(error) {
  const place = error.path === undefined ? '' : ` (${error.path})`
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return `No queda espacio en el disco${place}. Libera espacio y vuelve a intentarlo.`
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    return `No se puede escribir en la carpeta de Folio${place}. Revisa sus permisos.`
  }
  if (error.code === 'ENOENT' && error.syscall === 'spawn npm') {
    return 'No se encontró npm, que viene con Node. Instala Node 22.18 o posterior.'
  }
  return undefined
}
