import { bancoChile, bancoChileHistorica } from './style-banco-chile.ts'
import { bancoEstado, cuentaRut } from './style-banco-estado.ts'
import { bci, falabella, itau, scotiabank } from './style-others.ts'
import { santander } from './style-santander.ts'
import type { Style } from './style.ts'

/** Where each habit was seen, and which are guesses, is in docs/payments/statements.md. */
export const styles = {
  bancoEstado,
  cuentaRut,
  santander,
  bancoChile,
  bancoChileHistorica,
  bci,
  scotiabank,
  itau,
  falabella,
} satisfies Record<string, Style>

export type StyleName = keyof typeof styles

export function isStyleName(text: string): text is StyleName {
  return Object.hasOwn(styles, text)
}

/** The first style of a bank is its usual one. */
export function stylesOf(bank: Style['bank']): StyleName[] {
  return Object.keys(styles)
    .filter(isStyleName)
    .filter((name) => styles[name].bank === bank)
}
