import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { signedPesos } from '#domain/counted.ts'
import { showClp, showDay } from '#texts/formats.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentPath } from '#web/paths.ts'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { useStanding } from '#web/documents/standing.ts'
import classes from './Document.module.css'

/** What takes it back, or what it takes back: each names the other. */
export function Notas({ document: { notas, nota_of } }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const standingOf = useStanding()
  if (nota_of !== null) {
    const { folio, date } = nota_of
    return (
      <p>
        <Link to={documentPath(nota_of.document)}>
          {t(`document.notaOf.${nota_of.correction}`, { folio, date: showDay(date) })}
        </Link>
      </p>
    )
  }
  if (notas.length === 0) return null
  return (
    <ul className={classes.notas}>
      {notas.map(({ document, folio, total, date, ...stands }) => (
        <li key={document}>
          <Link to={documentPath(document)}>
            {folio === null ? t('document.notaPending') : t('document.nota', { folio })}
          </Link>
          <StateBadge of={standingOf({ ...stands, emission_date: date })} />
          <span className="num">{showClp(signedPesos('notaCredito', total))}</span>
        </li>
      ))}
    </ul>
  )
}
