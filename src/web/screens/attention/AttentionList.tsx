import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { whoMends } from '#domain/reason.ts'
import { showClp, showDay } from '#texts/formats.ts'
import type { AttentionItem } from '#web/api/agenda.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import { installationQuery } from '#web/api/queries.ts'
import { documentPath, editRulePath } from '#web/paths.ts'
import { IconAlert, IconClock } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { useStanding } from '#web/documents/standing.ts'
import { problemText } from './problem-text.ts'
import { ApproveRun } from './ApproveRun.tsx'
import { DecisionSkeleton } from './DecisionSkeleton.tsx'
import type { Mend } from './mend.ts'
import { concernOf, mendOf } from './mend.ts'
import classes from './Attention.module.css'

const Deliveries = lazy(async () => ({
  default: (await import('../document/mails/Deliveries.tsx')).Deliveries,
}))
// With its first use: who decides nothing needs none of what a document's panel can do.
const DocumentDecision = lazy(async () => ({
  default: (await import('./DocumentDecision.tsx')).DocumentDecision,
}))

const MendCertificate = lazy(async () => ({
  default: (await import('../facturators/MendCertificate.tsx')).MendCertificate,
}))

/** One problem, one item: what happened, what to do, who does it, and its one button. */
export function AttentionList({ items }: { items: AttentionItem[] }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.key}>
          <Item item={item} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item }: { item: AttentionItem }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const namesCompany = useHasSeveralCompanies()
  const today = useQuery(installationQuery()).data?.today ?? ''
  const standingOf = useStanding()
  const actor = whoMends(item.code)
  const mend = mendOf(item)
  const { what, todo } = problemText(t, standingOf, item)
  const Icon = actor === 'user' ? IconAlert : IconClock
  return (
    <>
      <div className={classes.item} data-actor={actor}>
        <Icon size={20} aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <h3 className={classes.what}>{what}</h3>
          <p className={classes.todo}>{todo}</p>
          {item.mails > 0 && (
            <p className={classes.todo}>{t('attention.mailsWaiting', { count: item.mails })}</p>
          )}
          {item.amounts !== null && (
            <p className={`${classes.todo} num`}>
              {t('attention.amounts', {
                before: showClp(item.amounts.before),
                now: showClp(item.amounts.now),
              })}
            </p>
          )}
          <p className={classes.facts}>
            <Pill tone={actor === 'user' ? 'amber' : 'plain'}>{t(`attention.actor.${actor}`)}</Pill>
            {item.due !== null && (
              <span className="num">
                {t(item.due < today ? 'attention.dueWas' : 'attention.due', {
                  date: showDay(item.due),
                })}
              </span>
            )}
            {namesCompany && item.company !== null && item.subject.name !== item.company.name && (
              <span>{item.company.name}</span>
            )}
            <HoldsUp item={item} />
          </p>
          {item.detail !== null && item.detail !== '' && (
            <details className={classes.detail}>
              <summary>{t('document.verbatim')}</summary>
              <blockquote lang="es">{item.detail}</blockquote>
            </details>
          )}
        </div>
        {mend !== null && (
          <MendButton
            mend={mend}
            about={what}
            panel={panel}
            isOpen={isOpen}
            onToggle={() => setIsOpen(!isOpen)}
          />
        )}
      </div>
      {(mend?.kind === 'decide' || mend?.kind === 'certificate' || mend?.kind === 'mail') && (
        <div id={panel} hidden={!isOpen} className={classes.panel}>
          {isOpen && (
            <Suspense fallback={<DecisionSkeleton />}>
              {mend.kind === 'decide' && <DocumentDecision id={mend.document} />}
              {mend.kind === 'certificate' && <MendCertificate facturatorId={mend.facturator} />}
              {mend.kind === 'mail' && <Deliveries documentId={mend.document} />}
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}

/** What the button says that opens the mend in its place. */
const OPENERS = {
  decide: 'attention.decide',
  certificate: 'attention.writeCertificate',
  mail: 'attention.openMail',
} as const

function MendButton({
  mend,
  about,
  panel,
  isOpen,
  onToggle,
}: {
  mend: Mend
  about: string
  panel: string
  isOpen: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation()
  if (mend.kind === 'decide' || mend.kind === 'certificate' || mend.kind === 'mail') {
    const open = OPENERS[mend.kind]
    const label = t(isOpen ? 'attention.close' : open)
    return (
      <Button
        variant={isOpen ? 'default' : 'filled'}
        aria-label={`${label}: ${about}`}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onToggle}
      >
        {label}
      </Button>
    )
  }
  if (mend.kind === 'approveRun') {
    return <ApproveRun {...mend} />
  }
  const label = t(`attention.go.${mend.label}`)
  return (
    <LinkButton to={mend.to} variant="default" aria-label={`${label}: ${about}`}>
      {label}
    </LinkButton>
  )
}

/** What it concerns, and whether that stands still because of it: the first by name, the others counted. */
function HoldsUp({ item }: { item: AttentionItem }) {
  const { t } = useTranslation()
  const { subject, rules, rule_count, documents, document_count } = item
  const named = [
    ...(subject.kind === 'rule' ? [] : rules.map((rule) => ruleLink(rule))),
    ...documents
      .filter((document) => !isSame(subject, document))
      .map((one) => documentLink(t, one)),
  ]
  const more = rule_count - rules.length + document_count - documents.length
  if (named.length === 0) return null
  return (
    <span>
      {t(`attention.${concernOf(item)}`)}{' '}
      {named.map((link, index) => (
        <span key={link.key}>
          {index > 0 && ', '}
          {link.element}
        </span>
      ))}
      {more > 0 && ` ${t('attention.andMore', { count: more })}`}
    </span>
  )
}

function isSame(subject: AttentionItem['subject'], { id }: { id: number }): boolean {
  return (subject.kind === 'document' || subject.kind === 'claim') && subject.id === id
}

function ruleLink({ id, name }: { id: number; name: string }) {
  return { key: `rule ${id}`, element: <Link to={editRulePath(id)}>{name}</Link> }
}

function documentLink(t: TFunction, { id, name }: { id: number; name: string }) {
  const text = t('attention.documentOf', { name })
  return { key: `document ${id}`, element: <Link to={documentPath(id)}>{text}</Link> }
}
