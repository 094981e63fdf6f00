import { useTranslation } from 'react-i18next'
import { Page } from '#web/ui/Page.tsx'
import classes from './Legal.module.css'

export function Terms() {
  const { t } = useTranslation()
  const parts = ['service', 'once', 'demo', 'contact'] as const
  return (
    <Page title={t('legal.termsTitle')} lead={t('legal.updated')} narrow>
      {parts.map((part) => (
        <Part
          key={part}
          title={t(`legal.terms.${part}.title`)}
          body={t(`legal.terms.${part}.body`)}
        />
      ))}
    </Page>
  )
}

export function Privacy() {
  const { t } = useTranslation()
  const parts = ['what', 'why', 'rights', 'contact'] as const
  return (
    <Page title={t('legal.privacyTitle')} lead={t('legal.updated')} narrow>
      {parts.map((part) => (
        <Part
          key={part}
          title={t(`legal.privacy.${part}.title`)}
          body={t(`legal.privacy.${part}.body`)}
        />
      ))}
    </Page>
  )
}

function Part({ title, body }: { title: string; body: string }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      <p>{body}</p>
    </section>
  )
}
