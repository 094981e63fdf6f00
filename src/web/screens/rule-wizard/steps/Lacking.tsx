import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company, Forecast } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { StepName } from '../steps.ts'
import type { ChosenClient, StepProps } from '../wizard.ts'
import { changeClient } from '../wizard.ts'
import { ClientDialog } from './ClientDialog.tsx'
import classes from './steps.module.css'

type Lack = Forecast['lacks'][number]

/** What would keep documents of the rule from being issued, for whom, each with the button that mends it. */
export function Lacking({
  state,
  onChange,
  company,
  lacks,
  onGo,
}: StepProps & { company: Company; lacks: readonly Lack[]; onGo: (step: StepName) => void }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<ChosenClient | null>(null)
  if (lacks.length === 0) return null
  const isOfAll = lacks.some(({ client }) => client === undefined)
  const lacking = new Set(lacks.map(({ client }) => client?.id))
  const isWhole = isOfAll || lacking.size === state.clients.length
  const mend = (lack: Lack) => {
    const chosen = state.clients.find(({ client }) => client.id === lack.client?.id)
    if (chosen !== undefined) setEdited(chosen)
    else if (lack.place !== 'connections') onGo(lack.place)
  }
  return (
    <>
      <Notice
        tone="needsYou"
        title={t(isWhole ? 'wizard.review.lacksTitle' : 'wizard.review.lacksSomeTitle')}
      >
        <ul className={classes.lacks}>
          {lacks.map((lack) => (
            <li key={`${lack.code} ${lack.client?.id}`}>
              <LackSentence lack={lack} />
              <LackButton lack={lack} onMend={() => mend(lack)} />
            </li>
          ))}
        </ul>
      </Notice>
      {edited !== null && (
        <ClientDialog
          chosen={edited}
          kind={state.kind ?? 'factura'}
          companyId={company.id}
          onClose={() => setEdited(null)}
          onSaved={(saved) => {
            onChange((old) => changeClient(old, saved))
            setEdited(null)
          }}
        />
      )}
    </>
  )
}

function LackSentence({ lack: { code, client } }: { lack: Lack }) {
  const { t } = useTranslation()
  const what = t(`reasons.${code}.what`)
  return (
    <span>
      {client === undefined
        ? t('wizard.review.lack', { what: what.charAt(0).toUpperCase() + what.slice(1) })
        : t('wizard.review.lackOf', { what, name: client.name })}
    </span>
  )
}

function LackButton({ lack: { code, client, place }, onMend }: { lack: Lack; onMend: () => void }) {
  const { t } = useTranslation()
  const what = t(`reasons.${code}.what`)
  if (place === 'connections') {
    return (
      <LinkButton to={PATHS.facturators} variant="default" size="compact-sm">
        {t('rules.mend.facturator')}
      </LinkButton>
    )
  }
  // All of it stands on the boleta's own page.
  if (place === 'boleta' && client === undefined) return null
  const label = client === undefined ? t('rules.mend.complete') : t('attention.go.client')
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${label}: ${client?.name ?? what}`}
      onClick={onMend}
    >
      {label}
    </Button>
  )
}
