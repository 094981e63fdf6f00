import { formatRut, rut } from '#domain/rut.ts'
import { DEMO_PASSWORD, demoPeople } from '#simulators/demonstration.ts'
import { start } from '#texts/es/start.ts'
import { fill } from '#texts/translation.ts'
import type { Folio } from './start.ts'

/** The one block the terminal shows once everything runs. */
export function readyText(folio: Folio): string {
  const { ready } = start
  const isDemonstration = folio.config.environment === 'demonstration'
  const rows = [
    folio.publicUrl === null ? null : row(ready.app, folio.publicUrl),
    ...(isDemonstration ? demonstrationRows(folio) : []),
    folio.logPath === null ? null : row(ready.log, folio.logPath),
  ]
  return [
    '',
    `  ${isDemonstration ? ready.titleDemonstration : ready.titleReal}`,
    '',
    ...rows.filter((line) => line !== null),
    '',
    ...(folio.publicUrl === null ? [`  ${ready.worker}`] : []),
    ...(isDemonstration ? [`  ${ready.notice}`] : []),
    `  ${ready.stop}`,
    '',
  ].join('\n')
}

function demonstrationRows(folio: Folio): string[] {
  const { ready } = start
  const person = demoPeople[0]?.person
  if (!person) return []
  const { email, clave, certificatePassword } = person
  const sii = fill(ready.siiValue, {
    rut: formatRut(rut(person.rut)),
    clave,
    certificate: certificatePassword ?? '',
  })
  return [
    ...(folio.isFurnished
      ? [
          row(ready.login, fill(ready.loginValue, { email, password: DEMO_PASSWORD })),
          row(ready.sii, sii),
        ]
      : [row(ready.sii, ready.unknownPeople)]),
    ...(folio.mailboxUrl === null ? [] : [row(ready.mailbox, folio.mailboxUrl)]),
  ]
}

function row(label: string, value: string): string {
  return `  ${label.padEnd(14)}${value}`
}
