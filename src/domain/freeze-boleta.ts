import { communeNamed } from './communes.ts'
import type { BoletaContent } from './document.ts'
import { MAX_BOLETA_LINES } from './document.ts'
import { freezeLines, monthServed, type EmissionDates, type NotFrozen } from './freeze.ts'
import type { Clp } from './money.ts'
import { clp, sumClp, ZERO_CLP } from './money.ts'
import { retention, usualWithholder } from './retention.ts'
import type { Rule, RuleClient } from './rule.ts'
import { boletaClientReadiness } from './rule.ts'
import type { Uf } from './uf.ts'

export type FrozenBoleta = { kind: 'frozen'; content: BoletaContent } | NotFrozen

/**
 * What the rule says to one client on its emission day as a boleta de honorarios: gross lines, the retention
 * of the issue year. `accepted`: the SII computed another retention for that gross and the user said so be it.
 */
export function freezeBoleta(
  rule: Rule,
  client: RuleClient,
  when: EmissionDates,
  ufOn: (day: EmissionDates['issueDate']) => Uf | null,
  accepted: { grossClp: Clp; retentionClp: Clp } | null,
): FrozenBoleta {
  const [missing] = boletaClientReadiness(rule, client)
  if (missing !== undefined) return { kind: 'missing', reason: missing }
  const commune = communeNamed(client.address?.commune ?? '')
  if (client.address === null || commune === null || rule.lines.length === 0) {
    return { kind: 'missing', reason: 'boletaDataMissing' }
  }
  const frozen = freezeLines(rule, when, ufOn)
  if (frozen.kind !== 'lines') return frozen
  if (frozen.lines.length > MAX_BOLETA_LINES)
    return { kind: 'missing', reason: 'boletaDataMissing' }
  const lines = frozen.lines.map(({ name, amountClp }) => ({
    description: name,
    grossClp: amountClp,
  }))
  if (lines.some(({ grossClp }) => grossClp === ZERO_CLP)) {
    return { kind: 'missing', reason: 'totalTooSmall' }
  }
  const grossClp = sumClp(lines.map((line) => line.grossClp))
  const retentionClp =
    accepted?.grossClp === grossClp
      ? accepted.retentionClp
      : retention(grossClp, when.issueDate).retentionClp
  return {
    kind: 'frozen',
    content: {
      kind: 'boletaHonorarios',
      issueDate: when.issueDate,
      serviceMonth: monthServed(rule, when),
      issuer: { rut: rule.person.rut, name: rule.person.name, addressId: null },
      withholder: rule.withholder ?? usualWithholder(client.rut),
      recipient: {
        rut: client.rut,
        name: client.name,
        address: {
          street: client.address.street,
          region: commune.region,
          communeCode: commune.code,
          commune: commune.name,
        },
      },
      lines,
      grossClp,
      retentionClp,
      liquidoClp: clp(grossClp - retentionClp),
    },
  }
}
