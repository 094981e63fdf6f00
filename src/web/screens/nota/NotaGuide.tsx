import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseClp } from '#domain/money.ts'
import { notaQuery, type NotaOffer, type NotaWish } from '#web/api/notas.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { installationQuery } from '#web/api/queries.ts'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { ByHand } from './ByHand.tsx'
import { nothingTyped, NotaForm, type TypedNota } from './NotaForm.tsx'
import { notaSheet } from './nota-sheet.ts'
import layout from '../document/Document.module.css'
import classes from './Nota.module.css'

const TYPING_MS = 250

/** What to correct, what the nota would say, and the two ways to it. */
export function NotaGuide({ factura, offer }: { factura: DocumentDetail; offer: NotaOffer }) {
  const installation = useQuery(installationQuery()).data
  const [typed, setTyped] = useState<TypedNota>(nothingTyped(offer))
  const [settled] = useDebouncedValue(typed, TYPING_MS)
  const wish = wishOf(settled, offer)
  const asked = useQuery({
    ...notaQuery(factura.id, wish ?? { correction: 'annul' }),
    enabled: wish !== null,
  })
  // What is shown is of what stands typed, or nothing is.
  const isOfTyped = sameWish(wish, wishOf(typed, offer)) && !asked.isPlaceholderData
  const found = wish !== null && isOfTyped ? asked.data : undefined
  const nota = found?.nota ?? null
  return (
    <div className={layout.columns}>
      <div className={layout.panel}>
        <div className={classes.panel}>
          <NotaForm factura={factura} offer={offer} found={found} typed={typed} onType={setTyped} />
          {found?.by_hand != null && nota !== null && (
            <ByHand
              factura={factura.id}
              correction={nota.correction}
              isMailed={typed.isMailed}
              guide={found.by_hand}
              isOnlyWay={found.by_portal?.possible === false}
            />
          )}
        </div>
      </div>
      <div className={layout.paper}>
        <Sheet
          content={notaSheet(factura, nota, {
            ...typed,
            today: installation?.today ?? factura.emission_date,
          })}
          demonstration={installation?.demonstration ?? true}
        />
      </div>
    </div>
  )
}

function wishOf(typed: TypedNota, { left }: NotaOffer): NotaWish | null {
  if (typed.correction === 'annul') return { correction: 'annul' }
  if (typed.correction === 'text') {
    return { correction: 'text', wrong: typed.wrong.trim(), right: typed.right.trim() }
  }
  const neto = parseClp(typed.neto)
  if (neto.kind !== 'ok' || neto.value < 1 || neto.value > left.neto) return null
  return { correction: 'amounts', neto: neto.value }
}

function sameWish(a: NotaWish | null, b: NotaWish | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
