import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import type { Movement, Proposal } from '#web/api/statements.ts'
import { documentPath } from '#web/paths.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { MatchOf } from './MatchOf.tsx'
import type { Acting } from './use-movement.ts'
import classes from './Review.module.css'

/** What came, from whom, what it may pay and why, and a person's word about it. */
export function MovementRow({
  movement,
  acting,
  onPick,
}: {
  movement: Movement
  acting: Acting
  onPick: () => void
}) {
  const { t } = useTranslation()
  const { payer, match, reversal } = movement
  const name = payer.name || payer.identifier || t('statements.unknownPayer')
  return (
    <li className={classes.row}>
      <div className={classes.came}>
        <span className={`${classes.amount} num`}>{showClp(movement.amount)}</span>
        <span className={`${classes.about} num`}>{showDay(movement.day)}</span>
      </div>
      <div className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={`${classes.about} num`}>
          {payer.identifier !== null && showRut(payer.identifier)}
          {payer.identifier !== null && movement.description !== '' && ' · '}
          {movement.description}
        </span>
      </div>
      <div className={classes.what}>
        {match?.taken_back === true && (
          <Notice tone="needsYou">
            {t(reversal === 'reversed' ? 'statements.reversed' : 'statements.maybeReversed')}
          </Notice>
        )}
        {movement.set_aside?.taken_back === true && (
          <Notice tone="needsYou">{t('statements.recordedReversed')}</Notice>
        )}
        {match === null && reversal !== null && movement.set_aside === null && (
          <Notice tone="calm">
            {t(
              reversal === 'reversed' ? 'statements.openReversed' : 'statements.openMaybeReversed',
            )}
          </Notice>
        )}
        {movement.paid_in !== null && (
          <Notice tone="calm">{t('statements.paidIn', { company: movement.paid_in })}</Notice>
        )}
        {match === null ? (
          <Open movement={movement} acting={acting} onPick={onPick} />
        ) : (
          <MatchOf movement={movement} match={match} acting={acting} />
        )}
      </div>
    </li>
  )
}

function Open({
  movement,
  acting,
  onPick,
}: {
  movement: Movement
  acting: Acting
  onPick: () => void
}) {
  const { t } = useTranslation()
  const { id, proposals, set_aside: aside, maybe_online: online } = movement
  const { maybe_recorded: recorded } = movement
  const [isAll, setIsAll] = useState(false)
  const shown = isAll ? proposals : proposals.slice(0, 1)
  const isBusy = acting.isPending
  if (aside !== null) {
    return (
      <div className={classes.acts}>
        {aside.by !== null && (
          <span className="muted small">
            {t(`statements.asideBy.${aside.why}`, { who: aside.by })}
          </span>
        )}
        {aside.taken_back && (
          <Button
            variant="light"
            disabled={isBusy}
            onClick={() => acting.mutate({ kind: 'aside', id, why: aside.why })}
          >
            {t('statements.lookedInto')}
          </Button>
        )}
        <Button
          variant="default"
          data-act="undo"
          disabled={isBusy}
          onClick={() => acting.mutate({ kind: 'reconsider', id })}
        >
          {t('statements.bringBack')}
        </Button>
      </div>
    )
  }
  return (
    <>
      {online !== null && (
        <Notice tone="calm">
          {t('statements.maybeOnline', {
            provider: t(`pay.providers.${online.provider}`),
            day: showDay(online.day),
          })}
        </Notice>
      )}
      {recorded.length > 0 && (
        <Notice tone="calm">
          {t('statements.maybeRecorded', {
            list: recorded
              .map(({ amount, day }) => `${showClp(amount)} (${showDay(day)})`)
              .join(', '),
          })}
        </Notice>
      )}
      {shown.map((proposal, index) => (
        <Proposed
          key={keyOf(proposal)}
          movement={movement}
          proposal={proposal}
          acting={acting}
          isFirst={index === 0}
        />
      ))}
      <div className={classes.others}>
        {!isAll && proposals.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsAll(true)}>
            {t('statements.more', { count: proposals.length - 1 })}
          </Button>
        )}
        <Button variant="subtle" size="compact-sm" disabled={isBusy} onClick={onPick}>
          {t('statements.pick')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          data-act="aside"
          disabled={isBusy}
          onClick={() => acting.mutate({ kind: 'aside', id, why: 'notOfClient' })}
        >
          {t('statements.aside')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isBusy}
          onClick={() => acting.mutate({ kind: 'aside', id, why: 'recorded' })}
        >
          {t('statements.asRecorded')}
        </Button>
        {movement.has_refusals && (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={isBusy}
            onClick={() => acting.mutate({ kind: 'reconsider', id })}
          >
            {t('statements.reconsider')}
          </Button>
        )}
      </div>
    </>
  )
}

function keyOf({ reason, payment, documents }: Proposal): string {
  return [reason, payment?.id ?? '', ...documents.map(({ id }) => id)].join(' ')
}

function Proposed({
  movement,
  proposal,
  acting,
  isFirst,
}: {
  movement: Movement
  proposal: Proposal
  acting: Acting
  isFirst: boolean
}) {
  const { t } = useTranslation()
  const { documents, payment, reason } = proposal
  const [isRemembered, setIsRemembered] = useState(false)
  const isBusy = acting.isPending
  const accept = () => {
    if (payment !== null) acting.mutate({ kind: 'link', id: movement.id, payment: payment.id })
    else acting.mutate({ kind: 'match', id: movement.id, body: matchOf(proposal, isRemembered) })
  }
  const refuse = () =>
    acting.mutate({
      kind: 'refuse',
      id: movement.id,
      documents: documents.map(({ id }) => id),
      payment: payment?.id ?? null,
    })
  return (
    <div className={classes.proposal}>
      <div className={classes.words}>
        <Paid proposal={proposal} />
        <span className={classes.reason}>{t(`statements.reasons.${reason}`)}</span>
        {reason === 'otherNotFollowed' && isFirst && <Settle movement={movement} acting={acting} />}
        {isThirdParty(movement, proposal) && (
          <Checkbox
            size="xs"
            label={t('statements.remember', { payer: movement.payer.identifier ?? '' })}
            checked={isRemembered}
            onChange={({ currentTarget }) => setIsRemembered(currentTarget.checked)}
          />
        )}
      </div>
      <div className={classes.acts}>
        <Button
          variant="default"
          {...(isFirst ? { 'data-act': 'refuse' } : {})}
          disabled={isBusy}
          onClick={refuse}
        >
          {t('statements.refuse')}
        </Button>
        <Button
          variant={isFirst ? 'light' : 'default'}
          {...(isFirst ? { 'data-act': 'accept' } : {})}
          disabled={isBusy}
          onClick={accept}
        >
          {t(payment === null ? 'statements.accept' : 'statements.acceptRecorded')}
        </Button>
      </div>
    </div>
  )
}

/** What was issued before its payment was followed is asked about once per client. */
function Settle({ movement, acting }: { movement: Movement; acting: Acting }) {
  const { t } = useTranslation()
  const { id, not_followed: clients, payer } = movement
  return (
    <div className={classes.others}>
      {clients.map(({ identifier: client }) => (
        <Button
          key={client}
          variant="subtle"
          size="compact-sm"
          disabled={acting.isPending}
          onClick={() => acting.mutate({ kind: 'settle', id, client })}
        >
          {client === payer.identifier
            ? t('statements.settle')
            : t('statements.settleOf', { client: showRut(client) })}
        </Button>
      ))}
    </div>
  )
}

function matchOf({ documents, with: others }: Proposal, isRemembered: boolean) {
  return {
    shares: documents.map(({ id, share }) => ({ document: id, amount: share })),
    with: others.map(({ id }) => id),
    remember_payer: isRemembered,
  }
}

/** Another payer than the client, known by RUT. */
function isThirdParty({ payer }: Movement, { documents }: Proposal): boolean {
  const clients = new Set(documents.map(({ recipient }) => recipient.identifier))
  return payer.identifier !== null && clients.size === 1 && !clients.has(payer.identifier)
}

function Paid({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation()
  const { documents, payment, rest, with: others } = proposal
  if (payment !== null) {
    const said = { amount: showClp(payment.amount), day: showDay(payment.day) }
    return <span className="num">{t('statements.recordedPayment', said)}</span>
  }
  return (
    <>
      {documents.map((one) => (
        <span key={one.id} className="num">
          {t('statements.pays')}{' '}
          <Link to={documentPath(one.id)}>
            {t(`documentTypes.${TYPE_NAMES[one.document_type]}`)} {one.folio ?? ''}
          </Link>{' '}
          · {one.recipient.name} ·{' '}
          {one.share === one.open
            ? showClp(one.share)
            : t('statements.part', { share: showClp(one.share), open: showClp(one.open) })}
        </span>
      ))}
      {others.length > 0 && (
        <span className="num">
          {t('statements.together', {
            list: others
              .map(({ amount, day }) => `${showClp(amount)} (${showDay(day)})`)
              .join(', '),
          })}
        </span>
      )}
      {rest > 0 && <span className="num">{t('statements.rest', { rest: showClp(rest) })}</span>}
    </>
  )
}
