import type { KeyObject } from 'node:crypto'
import type { CafAuthority, CafGrant } from '../keys/caf.ts'
import { cafAuthority, cafGrant, cafKey } from '../keys/caf.ts'
import { BOLETA_GRAMMAR } from '../grammar/boleta.ts'
import { DTE_GRAMMAR } from '../grammar/dte.ts'
import { Recall } from '../xml/recall.ts'
import type { Grammar } from '../grammar/schema.ts'
import { schemaFaults } from '../grammar/schema.ts'
import type { SiiKeys } from '../keys/sii-keys.ts'
import type { XmlElement } from '../xml/element.ts'

/** What the `<CAF>` inside a stamp says, and whether the SII said so. */
export interface CafFacts {
  /** Null when a field can't be read. */
  grant: CafGrant | null
  /** The key its stamps are verified with. */
  key: KeyObject | null
  authority: CafAuthority | 'forged'
  /** The schemas it keeps to. */
  grammars: readonly Grammar[]
}

/** A CAF stamps up to thousands of documents; those of one SII's keys are read once. */
export class CafReader {
  private readonly siiKeys: SiiKeys
  private readonly recall = new Recall<CafFacts>()

  constructor(siiKeys: SiiKeys) {
    this.siiKeys = siiKeys
  }

  factsOf(caf: XmlElement, source: string): CafFacts {
    return this.recall.of(source.slice(caf.start, caf.end), () => ({
      grant: cafGrant(caf),
      key: cafKey(caf),
      authority: cafAuthority(caf, source, this.siiKeys),
      grammars: [DTE_GRAMMAR, BOLETA_GRAMMAR].filter(
        (grammar) => schemaFaults(caf, grammar).length === 0,
      ),
    }))
  }
}
