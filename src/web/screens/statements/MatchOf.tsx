import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp } from '#texts/formats.ts'
import type { Movement } from '#web/api/statements.ts'
import { documentPath } from '#web/paths.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import type { Acting } from './use-movement.ts'
import classes from './Review.module.css'

/** What a movement paid, by whose word, and the way back. */
export function MatchOf({
  movement,
  match,
  acting,
}: {
  movement: Movement
  match: NonNullable<Movement['match']>
  acting: Acting
}) {
  const { t } = useTranslation()
  const { documents, how, rest } = match
  return (
    <div className={classes.proposal}>
      <div className={classes.words}>
        {documents.map((one) => (
          <span key={one.id} className="num">
            {t('statements.pays')}{' '}
            <Link to={documentPath(one.id)}>
              {t(`documentTypes.${TYPE_NAMES[one.document_type]}`)} {one.folio ?? ''}
            </Link>{' '}
            · {one.recipient.name} · {showClp(one.share)}
          </span>
        ))}
        {rest > 0 && <span className="num">{t('statements.rest', { rest: showClp(rest) })}</span>}
        <span className={classes.reason}>
          {t(`statements.how.${how}`, { who: match.by ?? '' })}
        </span>
      </div>
      <div className={classes.acts}>
        <Button
          variant="default"
          data-act="undo"
          disabled={acting.isPending}
          onClick={() => acting.mutate({ kind: 'undo', id: movement.id })}
        >
          {t('statements.undo')}
        </Button>
      </div>
    </div>
  )
}
