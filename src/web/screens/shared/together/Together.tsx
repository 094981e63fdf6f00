import { Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { AskCode } from './AskCode.tsx'
import { JointAttempt } from './JointAttempt.tsx'
import { OpenList } from './OpenList.tsx'
import classes from './Together.module.css'
import type { ListPage, TogetherState } from './use-together.ts'

/** The client's other documents of that issuer: asked for, opened by a mailed code, chosen and paid together. */
export function Together({ together, ...page }: ListPage & { together: TogetherState }) {
  const { t } = useTranslation()
  const { access } = together
  if (!together.isAsked) {
    return (
      <Button size="md" variant="subtle" className={classes.ask} onClick={together.ask}>
        {t('pay.together.show')}
      </Button>
    )
  }
  if (together.isBusy) return <Loader size="sm" aria-label={t('loading')} />
  if (access === null) {
    const title = t('pay.together.title')
    return <FaultNotice title={title} fault={together.fault} onRetry={together.retry} />
  }
  if (access.until === null) {
    return <AskCode token={page.token} issuer={page.issuer} />
  }
  return (
    <section className={classes.list} aria-label={t('pay.together.title')}>
      <h2 className={classes.title}>{t('pay.together.title')}</h2>
      <JointAttempt attempt={access.attempt} issuer={page.issuer} />
      <OpenList {...page} documents={access.documents} />
    </section>
  )
}
