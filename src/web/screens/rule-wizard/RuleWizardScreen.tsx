import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { ruleMonth } from '#texts/formats.ts'
import { parseDay } from '#domain/day.ts'
import type { Company } from '#web/api/queries.ts'
import {
  certificateQuery,
  companiesQuery,
  documentTemplateQuery,
  emailAccountsQuery,
  facturatorsQuery,
  installationQuery,
  ruleQuery,
} from '#web/api/queries.ts'
import { hasStatus } from '#web/api/fault.ts'
import { nowMs } from '#web/clock.ts'
import { PATHS } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toastError } from '#web/ui/toast.ts'
import '#web/texts/email.ts'
import '#web/texts/wizard.ts'
import { readConnection } from '../email-accounts/connection.ts'
import type { Draft, Purpose } from './draft.ts'
import { companiesLeft } from './draft.ts'
import type { RuleWizardProps } from './RuleWizard.tsx'
import { RuleWizard } from './RuleWizard.tsx'
import { useLeftDraft } from './use-draft.ts'
import type { Once } from './wizard.ts'
import {
  chooseCompany,
  chooseUsual,
  fitIssuer,
  newWizard,
  wizardFromDocument,
  wizardFromRule,
} from './wizard.ts'
import classes from './RuleWizard.module.css'

export function RuleWizardScreen() {
  return <WizardScreen purpose="rule" />
}

/** One document, once: the same steps. */
export function OneDocumentScreen() {
  return <WizardScreen purpose="document" />
}

/** Loads what the wizard stands on, and shows it only when all is there. */
function WizardScreen({ purpose }: { purpose: Purpose }) {
  const { t } = useTranslation()
  const { ruleId, companyId } = useParams()
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const source = sourceOf(query)
  const isEdit = ruleId !== undefined
  const facturators = useQuery(facturatorsQuery())
  const active = facturators.data?.active ?? facturators.data?.facturators[0] ?? null
  const all = useQuery(companiesQuery())
  const installation = useQuery(installationQuery())
  const rule = useQuery({ ...ruleQuery(Number(ruleId)), enabled: isEdit })
  const template = useQuery({
    ...documentTemplateQuery(source?.document ?? 0),
    enabled: source !== null,
  })
  const said = rule.data ?? template.data?.content
  const wanted = said?.facturator_comp_detail.id ?? Number(companyId)
  const connection =
    (isEdit || source !== null) && said === undefined
      ? null
      : (all.data?.find(({ id }) => id === wanted)?.facturator ?? active?.id ?? null)
  // Of the person through whom the rule is issued, whichever connection is active.
  const companies = all.data?.filter(({ facturator }) => facturator === connection)
  const certificate = useQuery({
    ...certificateQuery(connection ?? 0),
    enabled: all.data !== undefined && connection !== null,
  })
  const accounts = useQuery(emailAccountsQuery())
  const user = useSession(({ claims }) => claims?.email ?? '')
  const title = t(titleOf(purpose, { isEdit, replaces: source?.replaces ?? false }))
  // A later look that fails takes nothing away from under whoever writes.
  const faulty = [rule, template, all, certificate, installation, facturators, accounts].find(
    ({ isLoadingError }) => isLoadingError,
  )
  const failed =
    faulty === undefined
      ? null
      : faulty === rule
        ? t('wizard.loadFailed')
        : t(faulty === template ? 'wizard.once.loadFailed' : 'wizard.fetchFailed')
  useEffect(() => {
    if (failed !== null) toastError(failed)
  }, [failed])
  if (faulty !== undefined && failed !== null) {
    if (faulty === rule && hasStatus(rule.error, 404)) {
      const action = <LinkButton to={PATHS.rules}>{t('wizard.goneAction')}</LinkButton>
      return <Gone title={title} failed={failed} action={action} />
    }
    if (faulty === template && isGone(template.error)) {
      const action = <LinkButton to={PATHS.documents}>{t('nav.documents')}</LinkButton>
      return <Gone title={title} failed={failed} action={action} />
    }
    return (
      <Page title={title}>
        <FaultState title={failed} fault={faulty.error} onRetry={() => void faulty.refetch()} />
      </Page>
    )
  }
  const isReady =
    companies !== undefined &&
    certificate.data !== undefined &&
    installation.data !== undefined &&
    accounts.data !== undefined &&
    connection !== null &&
    (!isEdit || (rule.data !== undefined && !rule.isFetching)) &&
    (source === null || (template.data !== undefined && !template.isFetching))
  if (!isReady) return <Loading title={title} />
  if (companies.length === 0) return <NoCompanies title={title} />
  const { today } = installation.data
  const asked = companies.find(({ id }) => id === Number(companyId))
  const company = asked ?? companies[0]
  const day = parseDay(today)
  const month = day === null ? '' : ruleMonth(day)
  const names = {
    factura: t('wizard.review.defaultName', { month }),
    boletaHonorarios: t('wizard.review.defaultBoletaName', { month }),
  }
  const once = purpose === 'document' ? onceOf(source, template.data?.issue_date, today) : null
  const fresh = newWizard(today, names.factura, once)
  const begun = company === undefined ? fresh : chooseCompany(fresh, company)
  const own = companies.find(({ id }) => id === wanted)
  const initial =
    rule.data !== undefined
      ? wizardFromRule(rule.data, own)
      : template.data !== undefined
        ? wizardFromDocument(begun, template.data.content, own)
        : once !== null
          ? chooseUsual(begun, { names, companies, certificate: certificate.data })
          : begun
  return (
    <WithDraft
      key={ruleId ?? `${purpose} ${companyId ?? ''} ${source?.document ?? ''}`}
      title={title}
      place={{ user, facturatorId: connection, purpose, ruleId: rule.data?.id ?? null }}
      path={pathname}
      names={names}
      companies={companies}
      all={all.data ?? []}
      wantedCompany={asked?.id ?? null}
      certificate={certificate.data}
      accounts={accounts.data}
      installation={installation.data}
      initial={initial}
      opensAt={query.get('step')}
      isFilled={said !== undefined}
      isReturn={readConnection(query) !== null}
    />
  )
}

type Begun = Omit<RuleWizardProps, 'left' | 'other' | 'onDiscard'> & {
  /** Of every connection. */
  all: Company[]
  /** A new rule is wanted for this one: what was left for another stays as it is, and is offered. */
  wantedCompany: number | null
}

/** Begins with what was left, or anew when that is thrown away. What is begun with doesn't change under it. */
function WithDraft({ all, wantedCompany, ...props }: Begun) {
  const [begun] = useState(props)
  const { place, companies, isReturn } = begun
  // Who comes back from connecting a mailbox goes on with what they left a moment ago.
  const company = isReturn ? null : wantedCompany
  // Who begins with an earlier document means that one; what was left of another is in its way.
  const isKept = isReturn || !begun.isFilled || place.ruleId !== null
  const left = useLeftDraft(place, company, (draft) =>
    isKept && (isReturn || draft.state.once?.replaces == null)
      ? usableDraft(draft, companies)
      : null,
  )
  const [other] = useState(() => otherLeft(begun, all))
  const [isDiscarded, setDiscarded] = useState(false)
  return (
    <RuleWizard
      {...props}
      key={isDiscarded ? 'anew' : 'left'}
      initial={begun.initial}
      isReturn={begun.isReturn}
      left={isDiscarded ? null : left}
      other={other}
      onDiscard={() => setDiscarded(true)}
    />
  )
}

/** `?from=7`: what document 7 says; `?replace=7`: and instead of it. */
function sourceOf(query: URLSearchParams): Source | null {
  const replaced = numberIn(query.get('replace'))
  const document = replaced ?? numberIn(query.get('from'))
  return document === null ? null : { document, replaces: replaced !== null }
}

interface Source {
  document: number
  replaces: boolean
}

function numberIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

function titleOf(purpose: Purpose, { isEdit, replaces }: { isEdit: boolean; replaces: boolean }) {
  if (purpose === 'rule') return isEdit ? 'wizard.editTitle' : 'wizard.createTitle'
  return replaces ? 'wizard.once.editTitle' : 'wizard.once.title'
}

/** One that is edited keeps its day while that one is ahead. */
function onceOf(source: Source | null, issueDate: string | undefined, today: string): Once {
  if (source?.replaces !== true) return { day: null, replaces: null }
  const isAhead = issueDate !== undefined && issueDate > today
  return { day: isAhead ? issueDate : null, replaces: source.document }
}

function otherLeft(
  { place, initial }: Pick<RuleWizardProps, 'place' | 'initial'>,
  all: readonly Company[],
): Company | null {
  if (place.purpose === 'document' || place.ruleId !== null) return null
  const ids = companiesLeft(place.user, nowMs()).filter((id) => id !== initial.companyId)
  return ids.flatMap((id) => all.find((company) => company.id === id) ?? [])[0] ?? null
}

/** Null when its issuer is gone. */
function usableDraft(draft: Draft, companies: readonly Company[]): Draft | null {
  const { state } = draft
  if (companies.every(({ id }) => id !== state.companyId)) return null
  // Left while the person had no company: its choice of facturas led nowhere then, and would still.
  return state.kind === 'factura'
    ? { ...draft, state: fitIssuer(state, 'factura', companies) }
    : draft
}

/** It is none of theirs, or nothing of it can be ordered again. */
function isGone(error: Error | null): boolean {
  return hasStatus(error, 404) || hasStatus(error, 409)
}

/** Another try would find it no more. */
function Gone({ title, failed, action }: { title: string; failed: string; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Page title={title}>
      <EmptyState title={failed} body={t('wizard.gone')} action={action} />
    </Page>
  )
}

function NoCompanies({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <Page title={title}>
      <EmptyState
        title={t('wizard.noCompaniesTitle')}
        body={t('wizard.noCompaniesBody')}
        action={<LinkButton to={PATHS.facturators}>{t('nav.facturators')}</LinkButton>}
      />
    </Page>
  )
}

function Loading({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <Page title={title}>
      <div className={classes.columns} role="status" aria-label={t('loading')}>
        <div>
          <Skeleton height={32} mb={24} />
          <Skeleton height={420} radius={16} />
        </div>
        <div className={classes.aside}>
          <Skeleton height={560} radius={4} />
        </div>
      </div>
    </Page>
  )
}
