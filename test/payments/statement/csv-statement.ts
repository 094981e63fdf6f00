/** A line of a bank's statement; negative money left. */
export interface Line {
  day?: string
  operation?: string
  text?: string
  rut?: string
  name?: string
  clp: number
}

const HEADINGS = 'Fecha;N° Operación;Glosa;RUT origen;Nombre origen;Cargos;Abonos'

/** A bank's text file of these lines. */
export function csvOf(lines: readonly Line[]): Buffer {
  const rows = lines.map(
    ({ day = '2026-11-05', operation = '', text = 'Transferencia', rut = '', name = '', clp }) =>
      [
        day.split('-').reverse().join('/'),
        operation,
        text,
        rut,
        name,
        clp < 0 ? -clp : '',
        clp > 0 ? clp : '',
      ].join(';'),
  )
  return Buffer.from([HEADINGS, ...rows].join('\r\n'))
}
