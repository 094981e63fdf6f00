import { Button, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { confirmPreview } from '#contract/agenda.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './PreviewDialog.module.css'

type Confirmed = ReplyOf<typeof confirmPreview>

/** The SII's own figures of this boleta, asked when somebody wants them: it issues nothing by telling. */
export function AskSii({ rule, client, day }: { rule: number; client: number; day: string }) {
  const { t } = useTranslation()
  const ask = useMutateAlone({
    mutationFn: () =>
      send(confirmPreview, { params: { id: rule }, body: { client, emission_date: day } }),
  })
  return (
    <section className={classes.ask} aria-live="polite">
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        {t('preview.askSii')}
      </Button>
      {ask.data === undefined && !ask.isError && (
        <p className="muted small">{t('preview.askSiiHint')}</p>
      )}
      {ask.isError && (
        <Notice tone="needsYou">{firstMessage(ask.error) ?? t('preview.askSiiFailed')}</Notice>
      )}
      {ask.data !== undefined && (
        <div ref={(answer) => answer?.scrollIntoView({ block: 'nearest' })}>
          <Answer confirmed={ask.data} />
        </div>
      )}
    </section>
  )
}

function Answer({ confirmed: { ours, siis, difference } }: { confirmed: Confirmed }) {
  const { t } = useTranslation()
  const figures = [
    ['gross', ours.gross, siis.gross],
    ['retention', ours.retention, siis.retention],
    ['liquido', ours.liquido, siis.liquido],
  ] as const
  return (
    <Notice
      tone={difference === null ? 'safe' : 'needsYou'}
      title={t(difference === null ? 'preview.siiAgrees' : 'preview.siiDiffers')}
    >
      <table className={`${classes.figures} num`}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('preview.figure')}</VisuallyHidden>
            </th>
            <th scope="col">{t('preview.ours')}</th>
            <th scope="col">{t('preview.siis')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(([name, own, their]) => (
            <tr key={name} data-differs={own !== their}>
              <th scope="row">{t(`preview.figures.${name}`)}</th>
              <td>{showClp(own)}</td>
              <td>{showClp(their)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {difference !== null && <p>{t(`reasons.${difference}.todo`)}</p>}
    </Notice>
  )
}
