import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay } from '#texts/formats.ts'
import type { Movement } from '#web/api/statements.ts'
import { documentPath } from '#web/paths.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { Notice } from '#web/ui/Notice.tsx'
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
  const { documents, how, rest, maybe_payment: maybe } = match
  return (
    <>
      {maybe !== null && <MaybeTwice id={movement.id} maybe={maybe} acting={acting} />}
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
          {match.taken_back && (
            <Button
              variant="default"
              disabled={acting.isPending}
              onClick={() => acting.mutate({ kind: 'keep', id: movement.id })}
            >
              {t('payment.stayed')}
            </Button>
          )}
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
    </>
  )
}

/** What a provider confirmed after the statement was taken may be the same money. */
function MaybeTwice({
  id,
  maybe: { id: payment, provider, day },
  acting,
}: {
  id: number
  maybe: NonNullable<NonNullable<Movement['match']>['maybe_payment']>
  acting: Acting
}) {
  const { t } = useTranslation()
  const said = { provider: t(`pay.providers.${provider}`), day: showDay(day) }
  return (
    <>
      <Notice tone="needsYou">{t('statements.maybeTwice', said)}</Notice>
      <div className={classes.acts}>
        <Button
          variant="default"
          data-act="refuse"
          disabled={acting.isPending}
          onClick={() => acting.mutate({ kind: 'refuse', id, documents: [], payment })}
        >
          {t('payment.otherMoney')}
        </Button>
        <Button
          variant="light"
          data-act="accept"
          disabled={acting.isPending}
          onClick={() => acting.mutate({ kind: 'link', id, payment })}
        >
          {t('payment.sameMoney')}
        </Button>
      </div>
    </>
  )
}
