import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Company } from '#web/api/queries.ts'
import { certificateQuery } from '#web/api/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { StepProblem } from '../steps.ts'
import type { Kind, StepProps } from '../wizard.ts'
import { chooseKind } from '../wizard.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

/** The SII's own page on the centralized certificate. */
const GUIDE = 'https://www.sii.cl/servicios_online/1039-certificado_digital-1182.html'
const KINDS = ['factura', 'boletaHonorarios'] as const

interface Props extends StepProps {
  facturatorId: number
  names: Readonly<Record<Kind, string>>
  companies: readonly Company[]
  problem: StepProblem | null
  isEdit: boolean
}

/** What the rule issues. Once saved it stays what it is. */
export function ChooseStep({
  state,
  onChange,
  facturatorId,
  names,
  companies,
  problem,
  isEdit,
}: Props) {
  const { t } = useTranslation()
  if (isEdit) {
    return (
      <>
        <StepHead title={t('wizard.choose.title')} />
        <Notice tone="calm" title={t(`wizard.choose.${state.kind ?? 'factura'}`)}>
          {t('wizard.choose.fixed')}
        </Notice>
      </>
    )
  }
  return (
    <>
      <StepHead title={t('wizard.choose.title')} />
      <div className={classes.fields}>
        <Choice
          label={t('wizard.choose.label')}
          columns
          options={KINDS.map((kind) => ({
            value: kind,
            label: t(`wizard.choose.${kind}`),
            hint: t(`wizard.choose.${kind}Hint`),
          }))}
          value={state.kind}
          onChange={(kind) => {
            if (kind !== null) onChange((old) => chooseKind(old, kind, { names, companies }))
          }}
        />
        {problem === 'certMissing' && <NoCertificate facturatorId={facturatorId} />}
        {problem === 'companyWithoutFacturas' && (
          <div role="status">
            <Notice tone="needsYou" title={t('wizard.noCompaniesTitle')}>
              {t('wizard.noCompaniesBody')}
            </Notice>
          </div>
        )}
      </div>
    </>
  )
}

function NoCertificate({ facturatorId }: { facturatorId: number }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => client.refetchQueries({ queryKey: certificateQuery(facturatorId).queryKey }),
  })
  return (
    <div role="status">
      <Notice tone="needsYou" title={t('wizard.cert.missingTitle')}>
        <p>{t('wizard.cert.missingBody')}</p>
        <div className={classes.choices}>
          <Button component="a" href={GUIDE} target="_blank" rel="noreferrer" variant="default">
            {t('wizard.cert.guide')}
          </Button>
          <Button loading={check.isPending} onClick={() => check.mutate()}>
            {t('wizard.cert.check')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
